import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_BRAND } from "../../../protocol/brand/brand.ts";
import { hostileText } from "../../../testing/hostile-text.ts";
import { samples } from "../../../testing/property-samples.ts";
import { toMail } from "./mail-content.ts";

/** The mail of an institution, or about an application, whose texts are others'. */
const mailWith = (text: string) =>
  toMail(
    { mailId: "mail-1", to: "ann@shop.example" },
    {
      ...{ language: "en", brand: { ...DEFAULT_BRAND, title: text }, subject: text, text },
      ...{ code: text, button: { label: text, url: text }, until: text, notYou: text },
    },
  );

/** The elements of HTML, with their attributes but for the values of addresses. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/href="[^"]*"/, "href"));

test("any texts in a mail become no element and no attribute, and are read as they are", () => {
  const plain = tagsOf(mailWith("plain").html);
  fc.assert(
    fc.property(hostileText(), (hostile) => {
      const text = `"><script>x</script>${hostile}`;
      const mail = mailWith(text);
      expect(tagsOf(mail.html)).toEqual(plain);
      const [, shown = ""] = /<h1>([^<]*)<\/h1>/.exec(mail.html) ?? [];
      expect(readText(shown)).toBe(text);
      expect(mail.text).toContain(text);
    }),
    { numRuns: samples(1000) },
  );
});

const readText = (html: string): string =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
