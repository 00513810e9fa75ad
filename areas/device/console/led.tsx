import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { ledDetail, saveLedColor } from '../model/led-calls.ts';
import { boardEntries, boardShow } from '../model/led-board.ts';
import { ledConfig, ledEffects, ledMotion } from '../model/led-config.ts';
import type { LedLine } from '../model/led-config.ts';
import './led.css';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));
const settings = ledConfig as Resource;

const words = {
  preview: text('预览（示意）', 'Preview (not to scale)'),
  coloured: text('已改{count}项设置并下发', '{count} settings changed and sent'),
  blank: text('屏幕为空', 'The screen is blank'),
  board: text('0064 协议屏：', 'Boards of the 00 64 protocol:'),
  nearest: text('第{line}行为“{effect}”', 'line {line} as “{effect}”'),
  runs: text('第{line}行比屏宽，为“{effect}”', 'line {line} is too wide: “{effect}”'),
  idleOnly: text('只保存“车道空闲、全天”的内容', 'keep the content of “lane idle, all day” only'),
};

function mannerOf(effect: number): string {
  const motion = ledMotion(effect);
  return motion ? `${motion.manner}-${motion.way}` : '';
}

/** What a board of the 00 64 protocol shows otherwise: a line each, nothing where it shows all as it is set. */
function BoardNotes({ row, lines }: { row: AnyRow; lines: readonly LedLine[] }): ReactNode {
  const { t } = useWords();
  const whole = row['configType'] === 'idle' && row['ledRuleType'] === 'always';
  const notes = lines.flatMap((line, nth) => {
    const { entry, wide } = boardShow(line);
    const { effect } = boardEntries[entry];
    if (line.effect === 1 ? !wide : effect === line.effect) return [];
    return [t(fill(wide ? words.runs : words.nearest, { line: nth + 1, effect: t(ledEffects[effect]) }))];
  });
  if (whole && notes.length === 0) return null;
  return (
    <p className="dv-led-notes">
      {t(words.board)}
      {whole ? notes.map((note) => <span key={note}>{note}</span>) : <span>{t(words.idleOnly)}</span>}
    </p>
  );
}

/** A screen with the lines of one setting, moving by their effects. */
function Screen({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [settings.name, 'lines', row.id, row.updatedAt],
    queryFn: ({ signal }) =>
      ask<{ details: LedLine[] }>(ledDetail, { parkLedConfigId: row.id }, { signal, quiet: true }),
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  const lines = data?.details ?? [];
  return (
    <section>
      <h2 className="gh-group">{t(words.preview)}</h2>
      <div className="dv-led" role="img" aria-label={lines.map((line) => line.text).join('，') || t(words.blank)}>
        {lines.map((line, nth) => (
          <p key={nth} className={line.colour} title={t(ledEffects[line.effect as keyof typeof ledEffects])}>
            <span className={mannerOf(line.effect)} style={{ animationDuration: `${line.seconds}s` }}>
              {line.text}
            </span>
          </p>
        ))}
      </div>
      <BoardNotes row={row} lines={lines} />
    </section>
  );
}

const preview = (row: AnyRow): ReactNode => <Screen row={row} />;

/**
 * What screens show between the vehicles, each setting with a screen that moves; all lines of a car park in one colour.
 */
export default function LedSettings(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const refresh = useRefresh(settings);
  const [open, setOpen] = useState(false);
  const run = async (values: Record<string, unknown>, key: string) => {
    const { settings: count } = await ask<{ settings: number }>(saveLedColor, values, { key, quiet: true });
    notify.ok(t(fill(words.coloured, { count })));
    await refresh();
  };
  const colour = (
    <button type="button" className="gh-btn" onClick={() => setOpen(true)}>
      {t(saveLedColor.title)}
    </button>
  );
  return (
    <>
      <ListPage of={settings} lead={preview} {...(may(saveLedColor.permission) ? { actions: colour } : {})} />
      {open ? (
        <AskDialog title={t(saveLedColor.title)} fields={saveLedColor.input} run={run} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
