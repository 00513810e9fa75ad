import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import { park } from '#areas/lot/model/park.ts';
import { boxWords } from './parks-words.ts';
import type { Box } from './parks-words.ts';

const ParkBox = part(() => import('./park-box.tsx'));
const LotsMap = part(() => import('./lots-map.tsx'));

const viewWords = { list: text('列表', 'List'), map: text('地图', 'Map') };

/** The same car parks as a list and on the map. */
function Views({ map, onMap }: { map: boolean; onMap: (map: boolean) => void }): ReactNode {
  const { t } = useWords();
  return (
    <div className="gh-quick views" role="group">
      {([false, true] as const).map((each) => (
        <button
          key={String(each)}
          type="button"
          className="gh-link"
          aria-pressed={map === each}
          onClick={() => onMap(each)}
        >
          {t(each ? viewWords.map : viewWords.list)}
        </button>
      ))}
    </div>
  );
}

/** Car parks, with their six codes, their parameters and their upkeep. */
export default function Parks(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [map, setMap] = useState(false);
  const [box, setBox] = useState<Box | null>(null);
  const open = (kind: Box['kind'], row: AnyRow) => ({
    key: kind,
    label: t(boxWords[kind]),
    onPick: () => setBox({ kind, row }),
  });
  const extra = (row: AnyRow) => [
    ...(may('parkParameter:read') ? [open('settings', row)] : []),
    open('codes', row),
    ...(may('carInside:sync') || may('parkDevice:parkCommand') ? [open('upkeep', row)] : []),
  ];
  const views = <Views map={map} onMap={setMap} />;
  if (map) return <LotsMap views={views} />;
  return (
    <>
      <ListPage of={park} rowActions={extra} actions={views} />
      {box ? <ParkBox {...box} onClose={() => setBox(null)} /> : null}
    </>
  );
}
