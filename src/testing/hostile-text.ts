import fc from "fast-check";
import { anyText } from "./any-text.ts";

/** Texts that a program may mistake for a directive, a format's mark, or a formula. */
const SIGNS = [
  ...["\n", "\r\n", "\r", "\t", "\u0085", "\u2028", "\u2029", "\v", "\f", " ", "  "],
  ...[";", "@", "{", "}", "=", '"', "'", "|", "#", "%", "~", "&", "<", ">", "\\", "^", "*", "!"],
  ...["(", ")", "[", "]", "[2026", "[=2026/13/45]", ",", "?", "?20", "//", "/", "+", "-", "$"],
  ...["\u202e", "\u2066", "\u200f", "\ufeff", "\ud800", "\ufffe", "\0", "\u001b[31m"],
  ...[
    "\npython\n    import os\n    ",
    "\ninclude /etc/passwd\n",
    '\nplugin "x"\n',
    "\n!include x\n",
  ],
  ...["include ", "python", "plugin", "=HYPERLINK(0)", "@SUM(1)", "＝1+1", ";=1+1", "\n:61:", "-}"],
  ...[
    "<OFX>",
    "<STMTTRN>",
    "]]>",
    "<!DOCTYPE x>",
    "&#10;",
    "\n:20:x",
    "!Type:Bank",
    "\n^\n",
    "\n-\n",
  ],
  ...[
    "Opening Balance",
    "[Account]",
    "EREF+",
    "NONREF",
    "date:2026-13-45",
    "2026-01-01 * ",
    "a::b",
  ],
  // Names of inherited object members.
  ...["constructor", "valueOf", "__proto__", "&constructor;"],
];

/** A text that no bank should send. */
export const hostileText = (include = ""): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...SIGNS, ...(include ? [include] : [])) },
        { weight: 1, arbitrary: anyText() },
        { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z0-9]{1,12}$/) },
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => parts.join(""));
