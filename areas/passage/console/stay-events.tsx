import { useState } from 'react';
import type { ReactNode } from 'react';
import { dateTime, longText, select } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { fill, text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { wallTime } from '#kit/declare/format.ts';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay, zone } from '#kit/console/me.ts';
import { notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { reportEvent } from '../model/calls.ts';
import { stay } from '../model/stay.ts';
import type { NamedEvent, Story } from './story.ts';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  title: text('停车事件', 'Events'),
  none: text('没有登记；收费规则从“{events}”起计时。', 'None recorded. The tariff starts timing at “{events}”.'),
  undo: text('撤销', 'Withdraw'),
  which: text('撤销“{event}”', 'Undo “{event}”'),
  recorded: text('已登记，之后的报价按它计算', 'Recorded. Later quotes take it into account.'),
  undone: text('已撤销', 'Withdrawn'),
};
const { event, time, remark } = reportEvent.input;

/** The form for recording an event: which of the tariff's events, and when. */
const fieldsOf = (events: readonly NamedEvent[]): Fields => ({
  event: select(event.label, Object.fromEntries(events.map((each) => [each.event, each.words])), {
    required: true,
    ...(events.length === 1 ? { default: events[0]!.event } : {}),
  }),
  time: dateTime(time.label, { help: time.help! }),
  remark: longText(remark.label, { max: 200 }),
});

type Above = { kind: 'tell' } | { kind: 'undo'; of: Story['happened']['events'][number] };

/**
 * Events of a stay that a tariff needs: lists them and, while the car is inside, records and removes them by hand.
 * Renders nothing if no tariff needs any.
 */
export function StayEvents({
  story: {
    stay: row,
    happened: { events, needed: named },
  },
}: {
  story: Story;
}): ReactNode {
  const { t } = useWords();
  const isOpen = ['open', 'suspect', 'stale'].includes(String(row['status']));
  const may = useMay()('carInside:event') && isOpen;
  const refresh = useRefresh(stay);
  const [above, setAbove] = useState<Above | null>(null);
  if (events.length === 0 && named.length === 0) return null;
  const close = () => setAbove(null);
  const run = (more: object, done: string) => async (values: Record<string, unknown>, key: string) => {
    await ask(reportEvent, { recordId: row.id, ...values, ...more }, { key, quiet: true });
    notify.ok(done);
    await refresh();
  };
  const last = named.at(-1);
  return (
    <section className="ps-events">
      <h2 className="gh-group">{t(words.title)}</h2>
      {events.length === 0 && last ? <p className="gh-dim">{t(fill(words.none, { events: t(last.words) }))}</p> : null}
      <ul>
        {events.map((each) => (
          <li key={`${each.event} ${each.time}`}>
            <time dateTime={each.time}>{wallTime(each.time, zone())}</time> {t(each.words)}
            {may ? (
              <button
                type="button"
                className="gh-link gh-no-print"
                onClick={() => setAbove({ kind: 'undo', of: each })}
              >
                {t(words.undo)}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {may && named.length > 0 ? (
        <button type="button" className="gh-btn gh-no-print" onClick={() => setAbove({ kind: 'tell' })}>
          {t(reportEvent.title)}
        </button>
      ) : null}
      {above?.kind === 'tell' ? (
        <AskDialog
          title={t(reportEvent.title)}
          fields={fieldsOf(named)}
          run={run({}, t(words.recorded))}
          onClose={close}
        />
      ) : null}
      {above?.kind === 'undo' ? (
        <AskDialog
          title={t(fill(words.which, { event: t(above.of.words) }))}
          fields={{ remark: longText(remark.label, { max: 200 }) }}
          danger
          run={run({ event: above.of.event, time: above.of.time, undo: true }, t(words.undone))}
          onClose={close}
        />
      ) : null}
    </section>
  );
}
