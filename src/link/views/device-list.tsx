import type { Catalogue } from "../../i18n/catalogue.ts";
import type { Challenge } from "../../protocol/login-form.ts";
import { Icon } from "../ui/icon.tsx";

type Device = Extract<Challenge, { type: "device" }>["devices"][number];

const ICONS: Record<Device["kind"], string> = {
  phone: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  email: "M4 6h16v12H4zM4 7l8 6 8-6",
};

type DeviceListProps = {
  devices: Device[];
  text: Catalogue;
  onChoose: (deviceId: string) => void;
};

/** The devices that a code can be sent to; choosing one submits it. */
export const DeviceList = ({ devices, text, onChoose }: DeviceListProps) => (
  <ul class="cards">
    {devices.map(({ id, kind, mask }) => (
      <li key={id}>
        <button
          type="button"
          class="row"
          data-testid={`mfa-device-${id}`}
          onClick={() => onChoose(id)}
        >
          <Icon d={ICONS[kind]} />
          <span class="name">
            {text.deviceKinds[kind]}
            <small>
              <span aria-hidden="true">{mask}</span>
              <span class="unseen"> {mask.replace(/•+/g, "…")}</span>
            </small>
          </span>
          <Icon d="M9 5l7 7-7 7" />
        </button>
      </li>
    ))}
  </ul>
);
