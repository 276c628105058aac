import { Modal } from "../ui/modal.tsx";

const ROWS = [
  ["Ctrl K or ⌘ K", "Search ids, names, pages, actions, paths and error codes"],
  ["j, k", "The next row of a list, the previous one"],
  ["Enter", "Open the row; once more leads into its details"],
  ["Escape", "Close the details, a menu or a dialog"],
  ["?", "These keys"],
] as const;

/** Lists the keys of the Dashboard. */
export const KeysDialog = ({ onClose }: { onClose(): void }) => (
  <Modal labelledBy="keys-title" onCancel={onClose}>
    <h2 id="keys-title">Keys</h2>
    <dl class="key-list">
      {ROWS.map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p class="actions">
      <button type="button" class="button small" onClick={onClose}>
        Close
      </button>
    </p>
  </Modal>
);
