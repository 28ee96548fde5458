r"""HTML's named character references and Unicode's names -> math_symbols.txt: how TeX writes the symbols of a formula.

`python -m tools.math_symbols` writes crates/pagetable/src/render/structure/formulas/math_symbols.txt. The entity table
of W3C and WHATWG, which `html.entities` has, took many of its names from TeX: `&leqslant;` is `\leqslant`. This module
lists the commands of LaTeX and amssymb; the table says which character each of them is. The letters of mathematical
alphabets come from their Unicode names: MATHEMATICAL BOLD CAPITAL A is `\mathbf{A}`.
"""

import html.entities
import re
import unicodedata
from pathlib import Path

PATH = Path(__file__).parent.parent / "crates/pagetable/src/render/structure/formulas/math_symbols.txt"
HEADER = """\
# How TeX writes mathematical characters: code point, command. Written by tools/math_symbols.py from HTML's named
# character references (the entity table of W3C and WHATWG, BSD 3-Clause) and the names of the Unicode Character
# Database (Unicode License v3), as Python has them.
"""

COMMANDS = """
Bumpeq Cap Colon Cup Delta Downarrow Gamma Im Lambda Leftarrow Leftrightarrow Lleftarrow Longleftarrow
Longleftrightarrow Longrightarrow Lsh Omega Phi Pi Psi Re Rightarrow Rrightarrow Rsh Sigma Subset Supset Theta Uparrow
Updownarrow Upsilon Vdash Vert Vvdash Xi aleph alpha amalg angle approx approxeq backepsilon backprime backsim
backsimeq because beta beth between bigcap bigcup bigodot bigoplus bigotimes bigsqcup bigstar bigtriangledown
bigtriangleup biguplus bigvee bigwedge blacktriangle blacktriangledown bot bowtie boxminus boxplus boxtimes bumpeq cap
checkmark chi circeq circlearrowleft circlearrowright circledR circledS circledast circledcirc circleddash clubsuit
complement cong coprod cup curlyeqprec curlyeqsucc curlyvee curlywedge curvearrowleft curvearrowright dagger daleth
dashv ddagger delta diamond digamma div divideontimes doteq doteqdot dotplus doublebarwedge downarrow downdownarrows
downharpoonleft downharpoonright ell emptyset eqcirc eqsim eqslantgtr eqslantless equiv eta eth fallingdotseq flat
forall frown gamma geq geqq geqslant gg ggg gimel gnapprox gneqq gnsim gtrapprox gtrdot gtreqless gtreqqless gtrless
gtrsim hookleftarrow hookrightarrow hslash iiiint iiint imath in int intercal iota jmath kappa lambda langle lceil
leftarrow leftarrowtail leftharpoondown leftharpoonup leftleftarrows leftrightarrow leftrightarrows leftrightharpoons
leftrightsquigarrow leftthreetimes leq leqq leqslant lessapprox lessdot lesseqgtr lesseqqgtr lessgtr lesssim lfloor ll
llcorner lnapprox lneqq lnsim longleftarrow longleftrightarrow longmapsto longrightarrow looparrowleft looparrowright
lozenge lrcorner ltimes maltese mapsto measuredangle mho mid models mp mu multimap nLeftarrow nLeftrightarrow
nRightarrow nVDash nVdash nabla natural ncong nearrow nexists ngeq ngtr ni nleftarrow nleftrightarrow nleq nless nmid
notin nparallel nprec nrightarrow nsim nsubseteq nsucc nsupseteq ntriangleleft ntrianglelefteq ntriangleright
ntrianglerighteq nu nvDash nvdash nwarrow odot oint omega ominus oplus otimes parallel perp pi pitchfork pm prec
precapprox preccurlyeq precnapprox precnsim precsim prime prod propto psi rangle rceil rfloor rho rightarrow
rightarrowtail rightharpoondown rightharpoonup rightleftarrows rightleftharpoons rightrightarrows rightsquigarrow
rightthreetimes risingdotseq rtimes searrow setminus sharp sigma sim simeq smile spadesuit sqcap sqcup sqsubset
sqsubseteq sqsupset sqsupseteq square subset subseteq subseteqq subsetneq subsetneqq succ succapprox succcurlyeq
succnapprox succnsim succsim sum supset supseteq supseteqq supsetneq supsetneqq swarrow tau therefore theta times top
trianglelefteq triangleq trianglerighteq twoheadleftarrow twoheadrightarrow ulcorner uparrow updownarrow upharpoonleft
upharpoonright uplus upsilon upuparrows urcorner vDash varkappa varpi varrho varsigma vartheta vartriangleleft
vartriangleright vdash vee veebar wedge wp wr xi zeta
""".split()
"""Commands of LaTeX and amssymb that HTML has a character reference of the same name and meaning for."""
OTHERS = {
    "φ": "varphi", "ϕ": "phi", "ε": "varepsilon", "ϵ": "epsilon", "∂": "partial", "∃": "exists", "∞": "infty",
    "⋅": "cdot", "·": "cdot", "…": "dots", "⋯": "cdots", "⋮": "vdots", "⋱": "ddots", "∘": "circ", "∙": "bullet",
    "•": "bullet", "∗": "ast", "⋆": "star", "★": "bigstar", "√": "surd", "ℏ": "hbar", "¬": "neg", "≠": "neq",
    "→": "to", "⊥": "perp", "∥": "parallel", "∬": "iint", "∯": "oiint", "∰": "oiiint", "≍": "asymp", "⪯": "preceq",
    "⪰": "succeq", "≪": "ll", "≫": "gg", "⋘": "lll", "⊘": "oslash", "⊡": "boxdot", "◯": "bigcirc", "△": "triangle",
    "▵": "triangle", "▹": "triangleright", "◃": "triangleleft", "◁": "triangleleft", "▷": "triangleright",
    "⊲": "vartriangleleft", "⊳": "vartriangleright", "♡": "heartsuit", "♢": "diamondsuit", "♥": "heartsuit",
    "♦": "diamondsuit", "∖": "setminus", "∅": "emptyset", "∝": "propto", "∢": "sphericalangle", "⋈": "bowtie",
    "‖": "Vert", "∎": "blacksquare", "■": "blacksquare", "□": "square", "∣": "mid", "⟨": "langle", "⟩": "rangle",
    "〈": "langle", "〉": "rangle", "⌈": "lceil", "⌉": "rceil", "⌊": "lfloor", "⌋": "rfloor", "⊻": "veebar",
    "≔": "coloneqq", "≜": "triangleq", "℘": "wp", "⊄": "not\\subset", "⊅": "not\\supset",
    "≢": "not\\equiv", "≉": "not\\approx", "∌": "not\\ni", "⊼": "barwedge", "⟺": "iff", "⇔": "iff",
    "⟶": "longrightarrow", "⟵": "longleftarrow", "↦": "mapsto", "⨂": "bigotimes", "µ": "mu", "ℓ": "ell",
}  # fmt: skip
"""Characters whose command has another name than the reference, or that several commands or references share."""
PLAIN = {
    "−": "-", "‐": "-", "–": "-", "′": "'", "″": "''", "‴": "'''", "∕": "/", "⁄": "/", "∶": ":", "⩵": "==",
    "ȷ": "\\jmath", "\u00a0": "~", "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "", "\u200b": "",
    "\u2009": "\\,",
    "\u2002": "\\ ", "\u2003": "\\quad", "\u2004": "\\;", "\u2005": "\\:", "\u200a": "\\,", "ⅆ": "d",
    "ⅅ": "D", "ⅇ": "e",
    "ⅈ": "i", "ⅉ": "j", "ℎ": "h",
    "°": "^{\\circ}", "\u00c5": "\\mathring{A}", "\u212b": "\\mathring{A}",
}  # fmt: skip
"""Characters that TeX writes without a command, or not at all."""
ALPHABETS = {
    "BOLD ITALIC": "boldsymbol", "BOLD SCRIPT": "mathcal", "BOLD FRAKTUR": "mathfrak", "DOUBLE-STRUCK": "mathbb",
    "SANS-SERIF BOLD ITALIC": "mathsf", "SANS-SERIF BOLD": "mathsf", "SANS-SERIF ITALIC": "mathsf",
    "SANS-SERIF": "mathsf", "MONOSPACE": "mathtt", "BOLD": "mathbf", "SCRIPT": "mathcal", "FRAKTUR": "mathfrak",
    "BLACK-LETTER": "mathfrak", "ITALIC": "",
}  # fmt: skip
"""By the words of their Unicode names: the command of a mathematical alphabet. Letters are italic without one."""
_LETTER = re.compile(
    rf"(?:MATHEMATICAL )?({'|'.join(sorted(ALPHABETS, key=len, reverse=True))}) "
    r"(?:CAPITAL|SMALL|DIGIT|EPSILON|THETA|PHI|RHO|PI|KAPPA|NABLA|PARTIAL)"
)


def symbols() -> dict[str, str]:
    """The TeX of every character, as it is written in a formula."""
    found = {}
    for name in COMMANDS:
        character = html.entities.html5.get(f"{name};", "")
        if len(character) == 1:
            found[character] = f"\\{name}"
    found |= {character: f"\\{name}" for character, name in OTHERS.items()}
    for code in (*range(0x2100, 0x2150), *range(0x1D400, 0x1D800)):
        character = chr(code)
        match = _LETTER.match(unicodedata.name(character, ""))
        plain = unicodedata.normalize("NFKC", character)
        if match and len(plain) == 1 and character not in found:
            command, inside = ALPHABETS[match[1]], found.get(plain, plain)
            found[character] = f"\\{command}{{{inside}}}" if command else inside
    return found | PLAIN


def table() -> str:
    """The file as it should be."""
    rows = sorted((ord(character), tex) for character, tex in symbols().items())
    return HEADER + "".join(f"{code:05X} {tex}\n" for code, tex in rows)


if __name__ == "__main__":
    PATH.write_text(table(), encoding="utf-8")
