"""Page -> what it is when it is not content: a login page, an error, a block page, a paywall and so on.

verdict      Verdict: kind, probability, evidence
words        what such pages say, by kind
signs        page -> the facts that the verdict is made from
reading      signs -> verdict
publisher    page, response headers -> what the publisher allows machines to do with it
"""

from maintext.shapes.verdicts.publisher import Permissions, read_permissions
from maintext.shapes.verdicts.reading import read_verdict
from maintext.shapes.verdicts.verdict import KINDS, Verdict

__all__ = ["KINDS", "Permissions", "Verdict", "read_permissions", "read_verdict"]
