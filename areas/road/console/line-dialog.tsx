import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { submitPath } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { useRefresh } from '#kit/console/listing.ts';
import MapView from '#kit/console/map.tsx';
import type { MapLine, MapPoint } from '#kit/console/map.tsx';
import type { Spot } from '#kit/console/map-view.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { allRoadPark } from '#areas/lot/model/park-calls.ts';
import { berthSection } from '../model/berth-section.ts';
import { lineOf, useSections } from './berths.ts';

const words = {
  title: text('走向 · {name}', 'Line · {name}'),
  how: text(
    '沿路依次点出泊位段的起点、转角与终点；泊位按街道顺序排在线上。',
    'Press begin, corners and end of the section along the street; its berths stand on the line in street order.',
  ),
  nowhere: text(
    '车场还没有填位置，地图不知从哪里开始；先在“路内车场管理”填写位置。',
    'The car park has no position yet, so the map knows no place to begin: enter it under “Roadside car parks” first.',
  ),
  points: text('{n} 个点', '{n} points'),
  back: text('撤回一点', 'Take back a point'),
  clear: text('清除', 'Clear'),
  save: text('保存', 'Save'),
  saved: text('更新成功', 'Saved'),
  cancel: text('取消', 'Cancel'),
};

type Lot = { readonly id: string; readonly label: string; readonly lng: number | null; readonly lat: number | null };

/** What is around: the car park's own place and its other sections. */
function useAround(section: AnyRow): { points: MapPoint[]; lines: MapLine[] } | null {
  const parkId = String(section['parkId']);
  const { data: sections } = useSections(parkId);
  const { data: lots } = useQuery({
    queryKey: ['roadLots', 'named'],
    queryFn: ({ signal }) => ask<Lot[]>(allRoadPark, {}, { signal, quiet: true }),
  });
  if (!sections || !lots) return null;
  return {
    points: lots.flatMap(({ id, label, lng, lat }): MapPoint[] =>
      id === parkId && lng !== null && lat !== null ? [{ id, label, tone: 'muted', at: { lng, lat } }] : [],
    ),
    lines: sections
      .filter(({ id }) => id !== section.id)
      .map((other): MapLine => ({
        id: other.id,
        label: String(other['areaName']),
        tone: 'muted',
        line: lineOf(other),
      })),
  };
}

/** The area a section is drawn on, and the buttons that take points back. */
function LineMap({
  section,
  line,
  onLine,
}: {
  section: AnyRow;
  line: readonly Spot[];
  onLine: (line: readonly Spot[]) => void;
}): ReactNode {
  const { t } = useWords();
  const around = useAround(section);
  const name = String(section['areaName']);
  if (!around) return <span className="gh-spin" />;
  const own: MapLine = { id: section.id, label: name, tone: 'info', line, corners: true };
  const begin = [
    ...lineOf(section),
    ...around.lines.flatMap((each) => each.line),
    ...around.points.map(({ at }) => at),
  ];
  return (
    <>
      <p>{t(begin.length === 0 ? words.nowhere : words.how)}</p>
      <div className="rd-draw">
        <MapView
          label={name}
          points={around.points}
          lines={[...around.lines, own]}
          chosen={section.id}
          around={begin}
          onSpot={(spot) => onLine([...line, spot])}
        />
      </div>
      <div className="gh-tools">
        <span>{t(fill(words.points, { n: line.length }))}</span>
        <button type="button" className="gh-btn" disabled={line.length === 0} onClick={() => onLine(line.slice(0, -1))}>
          {t(words.back)}
        </button>
        <button type="button" className="gh-btn" disabled={line.length === 0} onClick={() => onLine([])}>
          {t(words.clear)}
        </button>
      </div>
    </>
  );
}

/** Draws where a section runs, point by point along its street. */
export default function LineDialog({ section, onClose }: { section: AnyRow; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const refresh = useRefresh(berthSection);
  const [line, setLine] = useState<readonly Spot[]>(() => lineOf(section));
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const body = { id: section.id, updatedAt: section.updatedAt, line: line.length === 0 ? null : line };
      await ask(submitPath(berthSection), body, { method: 'POST', key: newKey(), quiet: true });
      notify.ok(t(words.saved));
      await refresh();
      onClose();
    } catch (error) {
      notify.error(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      width={980}
      title={t(fill(words.title, { name: String(section['areaName']) }))}
      onClose={onClose}
      buttons={[
        { label: t(words.cancel), onPress: onClose },
        { label: t(words.save), kind: 'primary', disabled: busy || line.length === 1, onPress: () => void save() },
      ]}
    >
      <LineMap section={section} line={line} onLine={setLine} />
    </Dialog>
  );
}
