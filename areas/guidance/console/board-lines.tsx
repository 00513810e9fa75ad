/** Which lines of which boards show a group: set here, and as they show now. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listPaths } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { devDevice } from '../model/device.ts';
import { devDeviceType } from '../model/device-type.ts';
import { devGroup, setBoards } from '../model/group.ts';

const words = {
  title: text('引导屏', 'Boards'),
  none: text(
    '没有指定行；组内的引导屏在第 1 行显示本组',
    'No lines are set; boards in the group show it in their first line',
  ),
  board: text('引导屏', 'Board'),
  line: text('行', 'Line'),
  arrow: text('箭头', 'Arrow'),
  label: text('文字', 'Words'),
  add: text('加一行', 'Add a line'),
  remove: text('删除', 'Remove'),
  save: text('保存', 'Save'),
  saved: text('已保存，两秒内下发', 'Saved; boards update within two seconds'),
  noBoards: text('车场没有引导屏', 'The car park has no boards'),
  arrows: {
    none: text('无', 'None'),
    ahead: text('↑ 直行', '↑ Ahead'),
    left: text('← 左', '← Left'),
    right: text('→ 右', '→ Right'),
    back: text('↓ 后', '↓ Back'),
  },
};
const ARROWS = Object.keys(words.arrows) as (keyof typeof words.arrows)[];
const LINES = [1, 2, 3, 4, 5, 6, 7, 8];

type Line = { deviceId: string; line: number; arrow: string; label: string | null };
type Board = { id: string; name: string };

/** All boards of the car park. */
const useBoards = (parkId: string) =>
  useQuery({
    queryKey: [devDevice.name, 'boards', parkId],
    queryFn: async ({ signal }): Promise<Board[]> => {
      const more = { signal, quiet: true };
      const types = await ask<Paged>(listPaths(devDeviceType)[0]!, { typeCode: 'board', size: 100 }, more);
      const found = await Promise.all(
        types.records.map(({ id }) =>
          ask<Paged>(listPaths(devDevice)[0]!, { parkId, deviceType: id, size: 200 }, more),
        ),
      );
      return found.flatMap(({ records }) => records.map((row) => ({ id: row.id, name: String(row['deviceName']) })));
    },
  });

function Row({
  value,
  boards,
  onChange,
  onRemove,
}: {
  value: Line;
  boards: readonly Board[];
  onChange: (next: Line) => void;
  onRemove: () => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <li className="gd-line">
      <select
        aria-label={t(words.board)}
        value={value.deviceId}
        onChange={({ target }) => onChange({ ...value, deviceId: target.value })}
      >
        {boards.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={t(words.line)}
        value={value.line}
        onChange={({ target }) => onChange({ ...value, line: Number(target.value) })}
      >
        {LINES.map((line) => (
          <option key={line} value={line}>
            {t(words.line)} {line}
          </option>
        ))}
      </select>
      <select
        aria-label={t(words.arrow)}
        value={value.arrow}
        onChange={({ target }) => onChange({ ...value, arrow: target.value })}
      >
        {ARROWS.map((arrow) => (
          <option key={arrow} value={arrow}>
            {t(words.arrows[arrow])}
          </option>
        ))}
      </select>
      <input
        aria-label={t(words.label)}
        placeholder={t(words.label)}
        maxLength={20}
        value={value.label ?? ''}
        onChange={({ target }) => onChange({ ...value, label: target.value || null })}
      />
      <button type="button" className="gh-link" onClick={onRemove}>
        {t(words.remove)}
      </button>
    </li>
  );
}

export function BoardLines({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(devGroup);
  const [lines, setLines] = useState<Line[]>(Array.isArray(row['boards']) ? (row['boards'] as Line[]) : []);
  const { data: boards, error, refetch } = useBoards(String(row['parkId']));
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!boards) return <span className="gh-spin" />;
  const mayChange = may(setBoards.permission);
  const save = async (): Promise<void> => {
    try {
      await ask(setBoards, { groupId: row.id, boards: lines }, { key: newKey(), quiet: true });
      notify.ok(t(words.saved));
      await refresh();
    } catch (failed) {
      notify.error(wordsOf(failed));
    }
  };
  const add = (): void => setLines([...lines, { deviceId: boards[0]!.id, line: 1, arrow: 'none', label: null }]);
  return (
    <section>
      <h2 className="gh-group">{t(words.title)}</h2>
      {lines.length === 0 ? <p className="gh-dim">{t(boards.length === 0 ? words.noBoards : words.none)}</p> : null}
      <ul className="gd-lines">
        {lines.map((line, nth) => (
          <Row
            key={`${nth} ${lines.length}`}
            value={line}
            boards={boards}
            onChange={(next) => setLines(lines.with(nth, next))}
            onRemove={() => setLines(lines.toSpliced(nth, 1))}
          />
        ))}
      </ul>
      {mayChange && boards.length > 0 ? (
        <p className="gh-no-print">
          <button type="button" className="gh-btn" onClick={add}>
            {t(words.add)}
          </button>{' '}
          <button type="button" className="gh-btn" onClick={() => void save()}>
            {t(words.save)}
          </button>
        </p>
      ) : null}
    </section>
  );
}
