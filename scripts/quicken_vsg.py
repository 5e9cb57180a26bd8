"""VSG 3.35 takes time with the square of a file's length, and more: minutes for 2,500 lines. This gives some of its functions in
.tools definitions of ours, which find the same in time with the length. Run by .tools' own Python; does nothing where VSG is
another, or has them already."""

from importlib.metadata import version
from pathlib import Path

import vsg

MARK = "\n\n# From here on by Movewright's scripts/quicken_vsg.py: the same results, sooner.\n"

FASTER = {
    # The look for the next token copied the rest of the file each time.
    "vhdlFile/utils.py": """
def find_next_token(iToken, lObjects):
    for iCurrent in range(iToken, len(lObjects)):
        if type(lObjects[iCurrent]) == parser.item:
            return iCurrent
    return iToken
""",
    # Each part taken out of a list of tokens counted the lines before it from the list's first token on.
    "vhdlFile/extract/tokens.py": """
def _count_lines_before(oTokens, iStart):
    from bisect import bisect_left

    tKnown = getattr(oTokens, "tLineEnds", None)
    if tKnown is None or tKnown[0] is not oTokens.lTokens or tKnown[1] != len(oTokens.lTokens):
        lEnds = [i for i, oToken in enumerate(oTokens.lTokens) if isinstance(oToken, parser.carriage_return)]
        tKnown = (oTokens.lTokens, len(oTokens.lTokens), lEnds)
        oTokens.tLineEnds = tKnown
    return bisect_left(tKnown[2], iStart)


def _extract_tokens(self, iStart, iEnd):
    oToi = New(iStart + self.iStartIndex, self.iLine + _count_lines_before(self, iStart), self.lTokens[iStart : iEnd + 1])
    oToi.sTokenValue = self.sTokenValue
    oToi.dMetaData = self.dMetaData
    return oToi


New.extract_tokens = _extract_tokens
""",
    # The closest start and end were looked for among all of them, once for each pair. An end belongs to the last open start.
    "token_map.py": """
def extract_pairs(lStartIndexes, lEndIndexes):
    lMarks = sorted([(iStart, 0) for iStart in lStartIndexes] + [(iEnd, 1) for iEnd in lEndIndexes])
    lOpen, lPairs = [], []
    for iIndex, iIsEnd in lMarks:
        if not iIsEnd:
            lOpen.append(iIndex)
        elif lOpen:
            lPairs.append([lOpen.pop(), iIndex])
    return lPairs


def extract_indexes_from_pairs(lPairs):
    lSorted = sorted(pair for pair in lPairs if pair != [])
    return [pair[0] for pair in lSorted], [pair[1] for pair in lSorted]
""",
    # Each name was compared with each identifier.
    "rules/consistent_case_utils.py": """
def create_tois(lAllDicts, oFile):
    lReturn = []
    oTokenMap = oFile.get_token_map()
    for dDict in lAllDicts:
        if "names" not in dDict or "identifiers" not in dDict:
            continue
        dSpelling = {}
        for iIdentifier in dDict["identifiers"]:
            sIdentifier = oFile.lAllObjects[iIdentifier].get_value()
            dSpelling.setdefault(sIdentifier.lower(), sIdentifier)
        for iName in dDict["names"]:
            sName = oFile.lAllObjects[iName].get_value()
            sIdentifier = dSpelling.get(sName.lower(), sName)
            if sIdentifier != sName:
                oToi = tokens.New(iName, oTokenMap.get_line_number_of_index(iName), [oFile.lAllObjects[iName]])
                oToi.set_meta_data("expected", sIdentifier)
                lReturn.append(oToi)
    return lReturn
""",
}

if version("vsg").startswith("3.35."):
    for name, definitions in FASTER.items():
        path = Path(vsg.__file__).parent / name
        text = path.read_text(encoding="utf-8").split(MARK)[0]
        path.write_text(text + MARK + definitions, encoding="utf-8")
