import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { part } from '#kit/console/part.tsx';
import type { RecordParts } from '#kit/console/record.ts';
import { parkDevice, resetSecret } from '#areas/device/model/park-device.ts';

const DeviceDetail = part(() => import('./device-detail.tsx'), { wait: <span className="gh-spin" /> });

/** The secret is shown in a dialog of its own, which the plain row action has not. */
const devices: Resource = {
  ...parkDevice,
  actions: parkDevice.actions.filter(({ call }) => call.name !== resetSecret.name),
};

const detail = (row: AnyRow): ReactNode => <DeviceDetail row={row} />;

/** A device in its list's drawer and on its own page. */
const deviceRecord: RecordParts = { of: devices, detail };
export default deviceRecord;
