import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { number } from '#kit/declare/format.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useListing, useRefresh } from '#kit/console/listing.ts';
import { useWords } from '#kit/console/words.ts';
import { deviceStates, parkDevice } from '#areas/device/model/park-device.ts';
import './device-status.css';

const everyMs = 10_000;
const words = {
  title: text('设备状态监控', 'Device status'),
  total: text('全部设备', 'All devices'),
};

/** The devices as a watch list: nothing to add or change here, the latest sign of life first. */
const watch: Resource = {
  ...parkDevice,
  title: words.title,
  many: words.title,
  actions: [],
  verbs: ['list', 'detail', 'export'],
  wire: { ...parkDevice.wire, list: 'statusList' },
  order: { by: 'lastSeenAt', desc: true },
  list: [
    'status',
    'deviceName',
    'parkId',
    'deviceType',
    'lastSeenAt',
    'faultText',
    'journalPercent',
    'gateId',
    'clockOffsetMs',
    'sn',
    'firmware',
  ],
};
const fixed = { view: 'status' };

type Counts = { total: number; online: number; offline: number; fault: number };

/** How many devices are in each state under the filters of the list below. */
function Counters(): ReactNode {
  const { t } = useWords();
  const { data, state, set } = useListing(watch, fixed);
  const counts = (data as { counts?: Counts } | undefined)?.counts;
  const show = (status: string) => set({ page: 1, filters: { ...state.filters, status } });
  const tones = { total: '', online: 'ok', offline: '', fault: 'bad' } as const;
  return (
    <div className="dv-counters" role="group" aria-label={t(words.title)}>
      {(['total', 'online', 'offline', 'fault'] as const).map((key) => {
        const status = key === 'total' ? '' : key;
        return (
          <button
            key={key}
            type="button"
            className={counts?.[key] ? tones[key] : ''}
            aria-pressed={(state.filters['status'] ?? '') === status}
            onClick={() => show(status)}
          >
            <span>{t(key === 'total' ? words.total : deviceStates[key])}</span>
            <strong>{counts ? number(counts[key]) : '—'}</strong>
          </button>
        );
      })}
    </div>
  );
}

export default function DeviceStatus(): ReactNode {
  const refresh = useRefresh(watch);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh();
    }, everyMs);
    return () => clearInterval(timer);
  });
  return (
    <ListPage of={watch} fixed={fixed}>
      <Counters />
    </ListPage>
  );
}
