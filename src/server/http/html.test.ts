import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileText } from "../../testing/hostile-text.ts";
import { samples } from "../../testing/property-samples.ts";
import { html } from "./html.ts";

const ENTITIES = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

const readText = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (entity) => Object(ENTITIES)[entity]);

test("any text in a template is content or the value of its attribute, and read as it is", () => {
  fc.assert(
    fc.property(hostileText(), (hostile) => {
      const text = `</p><script>'x'</script>" onload="${hostile}`;
      const page = html`<p title="${text}">${text}</p>${[text, html`<b>${text}</b>`]}`.html;
      const [, title = "", content = "", listed = "", bold = ""] =
        /^<p title="([^"<>']*)">([^"<>']*)<\/p>([^"<>']*)<b>([^"<>']*)<\/b>$/.exec(page) ?? [];
      expect([title, content, listed, bold].map(readText)).toEqual([text, text, text, text]);
    }),
    { numRuns: samples(1000) },
  );
});
