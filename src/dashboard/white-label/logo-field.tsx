import type { BrandLook } from "../../protocol/client-brand.ts";
import { logoOfFile } from "./brand-draft.ts";

type LogoFieldProps = {
  logo: BrandLook["logo"];
  onChange(logo: BrandLook["logo"]): void;
  /** Says why a file is no logo. */
  onRefuse(text: string): void;
};

/** A logo to choose from one's files, or to take away. */
export const LogoField = ({ logo, onChange, onRefuse }: LogoFieldProps) => {
  const choose = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (!file) return;
    const next = await logoOfFile(file);
    // The same file can be chosen again.
    input.value = "";
    if (next) onChange(next);
    else onRefuse("Only a PNG can be a logo.");
  };
  return (
    <div>
      <label for="logo">Logo</label>
      <div class="logo">
        {logo && (
          <span class="picture">
            <img src={logo.src} alt="The logo" width={logo.width} height={logo.height} />
          </span>
        )}
        <input
          id="logo"
          type="file"
          accept="image/png"
          aria-describedby="logo-limits"
          onChange={({ currentTarget }) => choose(currentTarget)}
        />
        {logo && (
          <button type="button" class="button small" onClick={() => onChange(null)}>
            Remove the logo
          </button>
        )}
      </div>
      <p id="logo-limits" class="lead">
        A PNG of 40 KB at most, each side 48 to 1024 pixels. It is shown 24 pixels high, on white.
      </p>
    </div>
  );
};
