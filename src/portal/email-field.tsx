import { ErrorLine } from "./gate.tsx";

/** The field for an address, with its problem. */
export const EmailField = ({ label, error }: { label: string; error: string | null }) => (
  <div class="field">
    <label for="email">{label}</label>
    <input
      id="email"
      name="email"
      type="email"
      class="text"
      autocomplete="email"
      autocapitalize="none"
      spellcheck={false}
      maxLength={254}
      required
      aria-invalid={error !== null}
      aria-describedby="email-error"
    />
    <ErrorLine id="email-error" text={error} />
  </div>
);
