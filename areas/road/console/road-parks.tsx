import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { SidePanel } from '#kit/console/dialog.tsx';
import { ask } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { addWirelessPark } from '#areas/lot/model/lookups.ts';
import { parkBerths } from '../model/berth-calls.ts';
import { useFigureSlots } from './figure-slots.tsx';
import { figureFields } from '../model/figures.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));
const RoadSettings = part(() => import('./road-settings.tsx'), { wait: <span className="gh-spin" /> });

const words = {
  title: text('路内车场管理', 'Roadside car parks'),
  addWireless: text('新增无线车场', 'Add one with sensors'),
  added: text('已新增', 'Added'),
  settings: text('参数', 'Settings'),
  handhelds: text('手持机参数', 'Handheld settings'),
  map: text('地图', 'Map'),
  berths: text('泊位', 'Berths'),
};

/** The register of roadside car parks as those see it who run them: what stands where, and what came of it today. */
const parks: Resource = {
  ...curbPark,
  title: curbPark.title,
  many: words.title,
  fields: { ...curbPark.fields, ...figureFields },
  list: ['parkName', 'companyId', ...Object.keys(figureFields), 'berthSensing', 'status'],
};

export default function RoadParks(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { go } = usePlace();
  const refresh = useRefresh(curbPark);
  const slots = useFigureSlots('parkId');
  const [adding, setAdding] = useState(false);
  const [set, setSet] = useState<{ row: AnyRow; of: 'settings' | 'handhelds' } | null>(null);
  const leads = (key: 'map' | 'berths', route: string, row: AnyRow) => ({
    key,
    label: t(words[key]),
    onPick: () => go(`${route}?parkId=${row.id}`),
  });
  const sets = (key: 'settings' | 'handhelds', row: AnyRow) => ({
    key,
    label: t(words[key]),
    onPick: () => setSet({ row, of: key }),
  });
  const rowActions = (row: AnyRow) => [
    ...(may(parkBerths.permission) ? [leads('map', '/road/parkMap', row), leads('berths', '/road/rdBerth', row)] : []),
    ...(may('RdParameter:read') ? [sets('settings', row)] : []),
    ...(may('pdaParameter:read') ? [sets('handhelds', row)] : []),
  ];
  return (
    <>
      <ListPage
        of={parks}
        slots={slots}
        rowActions={rowActions}
        actions={
          may(addWirelessPark.permission) ? (
            <button type="button" className="gh-btn" onClick={() => setAdding(true)}>
              {t(words.addWireless)}
            </button>
          ) : null
        }
      />
      {adding ? (
        <AskDialog
          title={t(words.addWireless)}
          fields={addWirelessPark.input}
          run={async (values, key) => {
            await ask(addWirelessPark, values, { key, quiet: true });
            notify.ok(t(words.added));
            await refresh();
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {set ? (
        <SidePanel
          width={640}
          title={`${t(words[set.of])} · ${String(set.row['parkName'])}`}
          onClose={() => setSet(null)}
        >
          <RoadSettings parkId={set.row.id} handhelds={set.of === 'handhelds'} onSaved={() => setSet(null)} />
        </SidePanel>
      ) : null}
    </>
  );
}
