# The jobs of an exploration, written by `movewright explore`. Each makes one file, whoever runs it.

localrules: all

rule all:
    input:
<%- for job in jobs %>
        <$ job.file $>,
<%- endfor %>
<% for job in jobs %>

rule <$ job.rule $>:
<%- if let Some(mapped) = job.after %>
    input: ancient(<$ mapped $>)
<%- endif %>
    output: <$ job.file $>
    threads: 1
    resources: mem_mb=<$ megabytes $>
    shell: <$ job.shell $>
<%- endfor %>
