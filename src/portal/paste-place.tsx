import { PROGRAM_WORDS } from "../i18n/programs.ts";
import type { ProgramId } from "../protocol/programs.ts";
import { wordsIn } from "./lazy.tsx";

/** The path to the form in each program, in the program's words, and the form's fields. */
const PLACES: Record<ProgramId, { path: readonly string[]; fields: readonly string[] }> = {
  actual: { path: ["Add account", "Set up SimpleFIN for bank sync"], fields: ["Token"] },
  budget_board: { path: ["SimpleFIN"], fields: ["Token"] },
  firefly: { path: ["Data Importer", "SimpleFIN"], fields: ["Token"] },
  gnucash: {
    path: ["Tools", "Online Banking Setup", "OFX DirectConnect"],
    fields: ["Address", "User", "Password"],
  },
  home_assistant: {
    path: ["Devices & services", "Add integration", "SimpleFIN"],
    fields: ["Token"],
  },
  quicken: { path: ["File", "File Import", "QIF File"], fields: ["transactions.qif"] },
  sure: { path: ["SimpleFIN"], fields: ["Token"] },
};

/** Shows the place of a program's keys or file, above a drawing of the program's form. */
export const PastePlace = ({ program }: { program: ProgramId }) => {
  const { path, fields } = PLACES[program];
  return (
    <>
      <p style={TEXT}>{wordsIn(PROGRAM_WORDS).paste[program]}</p>
      <div aria-hidden="true" style={WINDOW} data-testid="paste-place">
        <div style={BAR}>
          {[1, 2, 3].map((dot) => (
            <span key={dot} style={DOT} />
          ))}
        </div>
        <div style={STEPS}>
          {path.map((step, at) => (
            <span key={step}>
              {at > 0 && "› "}
              <span style={at === path.length - 1 ? CHOSEN : STEP}>{step}</span>
            </span>
          ))}
        </div>
        {fields.map((field) => (
          <div key={field} style={FIELD}>
            <span>{field}</span>
            <span style={SLOT}>{program === "quicken" ? "✓" : "••••••••••"}</span>
          </div>
        ))}
      </div>
    </>
  );
};

/** The style of the sentence above the drawing. */
export const TEXT = { marginTop: "12px" };

/**
 * Styles of the drawing. They load with the drawing, since every visit loads the site's own sheet.
 */
const WINDOW = {
  ...{ maxWidth: "400px", margin: "12px 0", border: "1px solid var(--rim)" },
  ...{ borderRadius: "12px", background: "var(--paper)", fontSize: "0.8125rem" },
  ...{ overflow: "hidden", paddingBottom: "14px" },
};
const BAR = { display: "flex", gap: "6px", padding: "10px 14px", background: "var(--wash)" };
const DOT = { width: "8px", height: "8px", borderRadius: "50%", background: "var(--rim)" };
const STEPS = { display: "flex", flexWrap: "wrap", gap: "6px", padding: "14px 14px 4px" };
const STEP = {
  ...{ display: "inline-block", border: "1px solid var(--line)", borderRadius: "8px" },
  padding: "2px 8px",
};
const CHOSEN = { ...STEP, borderColor: "var(--accent)", color: "var(--accent)", fontWeight: 600 };
const FIELD = {
  ...{ display: "grid", gridTemplateColumns: "minmax(0, 1fr) minmax(0, 2fr)" },
  ...{ gap: "10px", alignItems: "center", padding: "10px 14px 0" },
};
const SLOT = {
  ...{ border: "2px solid var(--accent)", borderRadius: "8px", padding: "4px 10px" },
  ...{ background: "var(--tint)", overflow: "hidden" },
};
