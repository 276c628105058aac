import type { Draw } from "./draw.fixture.ts";
import type { Names } from "./names.fixture.ts";

const digits = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => draw.whole(10)).join("");

/** A number as it is written from abroad, and in its country: the code, the 0 in front, area, and the rest. */
const phone = (draw: Draw) => {
  const [code, trunk, area] = draw.pick<readonly [string, string, string]>([
    ["1", "", "608"],
    ["1", "", "514"],
    ["44", "0", "20"],
    ["49", "0", "221"],
    ["33", "0", "6"],
    ["34", "", "952"],
    ["39", "", "02"],
  ]);
  return { code, trunk, area, rest: `${2 + draw.whole(8)}${digits(draw, code === "1" ? 6 : 7)}` };
};

/** Numbers of one phone. */
export const SAME_PHONES: Readonly<Record<string, Names>> = {
  punctuation: (draw) => {
    const { code, area, rest } = phone(draw);
    return [`+${code}${area}${rest}`, `+${code} (${area}) ${rest.slice(0, 3)}-${rest.slice(3)}`];
  },
  "as in its country": (draw) => {
    const { code, trunk, area, rest } = phone(draw);
    return [`+${code}${area}${rest}`, `${trunk}${area} ${rest.slice(0, 3)} ${rest.slice(3)}`];
  },
  "00 for +": (draw) => {
    const { code, area, rest } = phone(draw);
    return [`+${code}${area}${rest}`, `00${code} ${area} ${rest}`];
  },
  "(0) after the code": (draw) => {
    const code = draw.pick(["44", "49", "33"]);
    const rest = `${2 + draw.whole(8)}${digits(draw, 8)}`;
    return [`+${code}${rest}`, `+${code} (0)${rest}`];
  },
};

/** Numbers of two. */
export const OTHER_PHONES: Readonly<Record<string, Names>> = {
  "one digit": (draw) => {
    const { code, area, rest } = phone(draw);
    const at = draw.whole(rest.length);
    const other = (Number(rest[at]) + 1 + draw.whole(8)) % 10;
    return [
      `+${code}${area}${rest}`,
      `+${code}${area}${rest.slice(0, at)}${other}${rest.slice(at + 1)}`,
    ];
  },
  "another area": (draw) => {
    const rest = `${2 + draw.whole(8)}${digits(draw, 6)}`;
    return [`+1608${rest}`, `+1${draw.pick(["212", "415", "503"])}${rest}`];
  },
  "another country": (draw) => {
    const rest = `6${digits(draw, 8)}`;
    return [`+33${rest}`, `+${draw.pick(["34", "49", "39"])}${rest}`];
  },
  "nothing in common": (draw) => {
    const [one, other] = [phone(draw), phone(draw)];
    return [`+${one.code}${one.area}${one.rest}`, `+${other.code}${other.area}1${other.rest}`];
  },
};
