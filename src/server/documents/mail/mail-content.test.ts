import fc from "fast-check";
import { expect, test } from "vitest";
import { brandOf, DEFAULT_BRAND } from "../../../protocol/brand/brand.ts";
import { hostileText } from "../../../testing/hostile-text.ts";
import { samples } from "../../../testing/property-samples.ts";
import { type MailContent, toMail } from "./mail-content.ts";

/** A mail of an institution, or about an application, with texts from others. */
const mailWith = (text: string) =>
  toMail(
    { mailId: "mail-1", to: "ann@shop.example" },
    {
      ...{ language: "en", brand: { ...DEFAULT_BRAND, title: text }, subject: text, text },
      ...{ code: text, button: { label: text, url: text }, until: text, notYou: text },
    },
  );

const HEAD = { language: "en", subject: "s", text: "t", until: "u", notYou: "n" } as const;

test("a mail wears our mark, an operator's name alone, or the logo of its client in their place", () => {
  const envelope = { mailId: "mail-1", to: "ann@shop.example" };
  const writeHead = (content: Pick<MailContent, "brand" | "client">) => {
    const mail = toMail(envelope, { ...HEAD, ...content });
    return [/<p class="name">(.*)<\/p>/.exec(mail.html)?.[1], mail.logo];
  };
  const client = { name: "Tally", logo: null };
  const mark = '<img src="cid:mark" width="32" height="32" alt="">service-link';
  expect(writeHead({ brand: DEFAULT_BRAND })).toEqual([mark, undefined]);
  expect(writeHead({ brand: DEFAULT_BRAND, client })).toEqual([mark, undefined]);
  expect(writeHead({ brand: brandOf("Acme"), client })).toEqual(["Acme", undefined]);
  const logo = { digest: "d", width: 400, height: 100 };
  expect(writeHead({ brand: brandOf("Acme"), client: { name: "<Tally>", logo } })).toEqual([
    '<img src="cid:logo" width="128" height="32" alt="">&lt;Tally&gt;',
    "d",
  ]);
});

test("a mail shows the address of its button, names the sender, and groups a code that is copied in one piece", () => {
  const envelope = { mailId: "mail-1", to: "ann@shop.example" };
  const client = { name: "Tally", logo: null };
  const button = { label: "Connect", url: "https://acme.example/hosted#secret" };
  const mail = toMail(envelope, { ...HEAD, brand: brandOf("Acme"), client, button });
  const sentence = "Acme connects bank accounts for Tally, and sends this email for it.";
  expect(mail.text).toContain(sentence);
  expect(mail.html).toContain(sentence);
  expect(mail.html).toContain("your browser:<br>https://acme.example/hosted#secret<");
  const own = toMail(envelope, { ...HEAD, brand: brandOf("Tally"), client, code: "48213076" });
  expect(own.text).not.toContain("connects bank accounts");
  expect(own.html).toContain("<span>4821</span><span>3076</span>");
  expect(own.text).toContain("48213076");
});

test("the title of a mail leaves out the brand that begins its subject", () => {
  const envelope = { mailId: "mail-1", to: "ann@shop.example" };
  const titleOf = (subject: string) => {
    const mail = toMail(envelope, { ...HEAD, brand: brandOf("Acme"), subject });
    expect(mail.subject).toBe(subject);
    return /<h1>(.*)<\/h1>/.exec(mail.html)?.[1];
  };
  expect(titleOf("Acme: the access ends")).toBe("The access ends");
  expect(titleOf("Acme\u00a0: une demande")).toBe("Une demande");
  for (const subject of ["Your code for Acme", "Acme", "Acme: ", "Acmes: news"])
    expect(titleOf(subject)).toBe(subject);
});

/** The elements of HTML with their attributes, but without the addresses. */
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
