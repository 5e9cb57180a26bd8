// Runs a design that Verilator has compiled, as the lines on standard input tell it to. The ports come from ports.h,
// which is generated for each design; everything else is the same for all of them.
//
//   poke PORT HEX       sets an input
//   step N              N clock cycles
//   peek PORT           answers with the value in base 16
//   until PORT LIMIT    steps until bit 0 of the port is set, LIMIT cycles at most; answers with their number, or `never`
//   while PORT LIMIT    the same, but steps until bit 0 of the port is clear
//   trace FILE          starts a VCD trace, if compiled for traces; answers `ok` or what is wrong
//   finish              ends the trace; answers `ok`
//
// `poke` and `step` have no answer, so that many can be under way at once. A line that makes no sense ends the program
// with a message on standard error; so does the end of the input, in silence.

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <verilated.h>
#if VM_TRACE
#include <verilated_vcd_c.h>
#endif

#include "Vdesign.h"

namespace {

[[noreturn]] void fail(const std::string& problem) {
    std::cerr << "harness: " << problem << std::endl;
    std::exit(1);
}

// Verilator keeps a port of up to 64 bits in an integer and a wider one in words of 32 bits.
template <class T>
uint32_t get_word(const T& data, unsigned index) {
    return static_cast<uint32_t>(static_cast<uint64_t>(data) >> 32 * index);
}

template <std::size_t N>
uint32_t get_word(const VlWide<N>& data, unsigned index) {
    return data[index];
}

template <class T>
void set_word(T& data, unsigned index, uint32_t word) {
    data = static_cast<T>(data | static_cast<uint64_t>(word) << 32 * index);
}

template <std::size_t N>
void set_word(VlWide<N>& data, unsigned index, uint32_t word) {
    data[index] = word;
}

template <class T>
void clear(T& data) {
    data = 0;
}

template <std::size_t N>
void clear(VlWide<N>& data) {
    for (std::size_t i = 0; i < N; ++i) data[i] = 0;
}

constexpr unsigned digits_a_word = 8;

// A port seen as words of 32 bits, the lowest first.
class Port {
public:
    explicit Port(unsigned width)
        : digits{(width + 3) / 4} {}
    virtual ~Port() = default;
    virtual uint32_t get(unsigned index) const = 0;

    std::string to_hex() const {
        std::string text;
        for (unsigned i = digits; i-- > 0;) {
            text += "0123456789abcdef"[get(i / digits_a_word) >> i % digits_a_word * 4 & 15];
        }
        return text;
    }

    void from_hex(const std::string& text) {
        if (text.empty() || text.size() > digits) fail("`" + text + "` does not fit its port");
        zero();
        for (std::size_t i = 0; i < text.size(); ++i) {
            const std::size_t value = std::string{"0123456789abcdef"}.find(text[text.size() - 1 - i]);
            if (value == std::string::npos) fail("`" + text + "` is no number in base 16");
            const auto index = static_cast<unsigned>(i);
            const uint32_t digit = static_cast<uint32_t>(value) << index % digits_a_word * 4;
            set(index / digits_a_word, get(index / digits_a_word) | digit);
        }
    }

protected:
    virtual void set(unsigned index, uint32_t word) = 0;
    virtual void zero() = 0;

private:
    unsigned digits;
};

template <class T>
class PortOf final : public Port {
public:
    PortOf(unsigned width, T& data)
        : Port{width}
        , data{data} {
        zero();
    }
    uint32_t get(unsigned index) const override { return get_word(data, index); }

private:
    void set(unsigned index, uint32_t word) override { set_word(data, index, word); }
    void zero() override { clear(data); }
    T& data;
};

using Ports = std::map<std::string, std::unique_ptr<Port>>;

template <class T>
void add(Ports& ports, const char* name, unsigned width, T& data) {
    ports.emplace(name, std::make_unique<PortOf<T>>(width, data));
}

#include "ports.h"

class Simulation {
public:
    Simulation() {
        context.traceEverOn(true);
        add_inputs(top, inputs);
        add_outputs(top, outputs);
    }

    ~Simulation() {
        finish();
        top.final();
    }

    void poke(const std::string& name, const std::string& value) {
        const auto found = inputs.find(name);
        if (found == inputs.end()) fail("there is no input `" + name + "`");
        found->second->from_hex(value);
        settled = false;
    }

    std::string peek(const std::string& name) {
        settle();
        return port(name).to_hex();
    }

    void step() {
        settle();
        dump(0);
        set_clock(top, true);
        top.eval();
        dump(half_cycle);
        set_clock(top, false);
        top.eval();
        ++cycle;
    }

    std::string step_until(const std::string& name, bool level, uint64_t limit) {
        const Port& awaited = port(name);
        for (uint64_t steps = 0;; ++steps) {
            settle();
            if ((awaited.get(0) & 1) == level) return std::to_string(steps);
            if (steps == limit) return "never";
            step();
        }
    }

#if VM_TRACE
    std::string trace(const std::string& file) {
        finish();
        // Verilator does not say why a file cannot be opened, or that writing to it failed.
        if (!std::ofstream{file}) return "the file cannot be written";
        waves = std::make_unique<VerilatedVcdC>();
        top.trace(waves.get(), every_level);
        waves->open(file.c_str());
        return waves->isOpen() ? "ok" : "the file cannot be opened";
    }

    std::string finish() {
        if (waves) {
            settle();
            dump(0);
            waves->close();
            waves.reset();
        }
        return "ok";
    }
#else
    std::string trace(const std::string&) { return "this simulator is compiled without traces"; }
    std::string finish() { return "ok"; }
#endif

private:
    static constexpr uint64_t half_cycle = 5;

    const Port& port(const std::string& name) const {
        const auto output = outputs.find(name);
        if (output != outputs.end()) return *output->second;
        const auto input = inputs.find(name);
        if (input == inputs.end()) fail("there is no port `" + name + "`");
        return *input->second;
    }

    void settle() {
        if (!settled) top.eval();
        settled = true;
    }

#if VM_TRACE
    static constexpr int every_level = 99;
    std::unique_ptr<VerilatedVcdC> waves;

    void dump(uint64_t time) {
        if (waves) waves->dump(cycle * 2 * half_cycle + time);
    }
#else
    void dump(uint64_t) {}
#endif

    VerilatedContext context;
    Vdesign top{&context};
    Ports inputs;
    Ports outputs;
    uint64_t cycle = 0;
    bool settled = false;
};

uint64_t number(const std::string& text) {
    char* end = nullptr;
    const uint64_t value = std::strtoull(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0') fail("`" + text + "` is no number");
    return value;
}

// The text up to the next blank, which is taken off the line with it.
std::string word(std::string& line) {
    const std::size_t end = line.find(' ');
    const std::string first = line.substr(0, end);
    line.erase(0, end == std::string::npos ? end : end + 1);
    return first;
}

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    Simulation simulation;
    for (std::string line; std::getline(std::cin, line);) {
        const std::string command = word(line);
        if (command == "poke") {
            const std::string name = word(line);
            simulation.poke(name, line);
        } else if (command == "step") {
            for (uint64_t left = number(line); left > 0; --left) simulation.step();
        } else if (command == "peek") {
            std::cout << simulation.peek(line) << std::endl;
        } else if (command == "until" || command == "while") {
            const std::string name = word(line);
            std::cout << simulation.step_until(name, command == "until", number(line)) << std::endl;
        } else if (command == "trace") {
            std::cout << simulation.trace(line) << std::endl;
        } else if (command == "finish") {
            std::cout << simulation.finish() << std::endl;
        } else {
            fail("`" + command + "` is no command");
        }
    }
    return 0;
}
