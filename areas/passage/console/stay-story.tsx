import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { Failed } from '#kit/console/ask.ts';
import { Trouble } from '#kit/console/empty.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { wallTime } from '#kit/declare/format.ts';
import { Icon } from '#kit/console/icon.tsx';
import { zone } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import { Picture } from './pictures.tsx';
import { isInside, StayBill, StayOrders } from './stay-money.tsx';
import { StayEvents } from './stay-events.tsx';
import { changed, sentencesOf } from './story-words.ts';
import { namingOf, usePictures, useStory } from './story.ts';
import type { Story } from './story.ts';
import './passage.css';

const words = {
  entry: text('入场', 'Entry'),
  exit: text('出场', 'Exit'),
  course: text('全过程', 'Timeline'),
  none: text('没有更多记录', 'No more records'),
  print: text('打印', 'Print'),
  inside: text('尚未出场', 'Still inside'),
  noStay: text('该记录没有对应的停车记录', 'No stay for this record'),
  noEntry: text('无入场记录', 'No entry on record'),
};
const icons: Readonly<Record<string, string>> = {
  reading: 'camera',
  decision: 'check',
  picked: 'user',
  opening: 'gate',
  passage: 'car',
  exception: 'alert',
  release: 'user',
  refusal: 'alert',
  change: 'swap',
  quoted: 'order',
  attempt: 'order',
  payment: 'fund',
  derate: 'ticket',
  refund: 'fund',
};
const tones: Readonly<Record<string, string>> = {
  exception: 'bad',
  release: 'warn',
  refusal: 'warn',
  change: 'warn',
  payment: 'ok',
  refund: 'warn',
  passage: 'info',
};

/** Entry and exit side by side. `row`: the stay as a list gave it, so that nothing waits. */
export function StayPictures({ stayId, row }: { stayId: string; row?: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error } = usePictures(stayId, row);
  if (error) return null;
  if (!data)
    return (
      <div className="ps-pictures" aria-busy="true">
        <div className="ps-picture">
          <div className="none">
            <span className="gh-spin" />
          </div>
        </div>
        <div className="ps-picture">
          <div className="none" />
        </div>
      </div>
    );
  const { inPicture, outPicture, inTime, outTime, plateNumber, outPlate } = data;
  const note = (at: string | null, plate: string | null, none: string) =>
    at ? (
      <>
        {wallTime(at, zone())} · {plate ?? '—'}
      </>
    ) : (
      none
    );
  return (
    <div className="ps-pictures">
      <Picture address={inPicture} label={t(words.entry)} note={note(inTime, plateNumber, t(words.noEntry))} />
      <Picture
        address={outPicture}
        label={t(words.exit)}
        note={note(outTime, outPlate ?? plateNumber, t(words.inside))}
      />
    </div>
  );
}

/** All that happened, oldest first. */
function Course({ story }: { story: Story }): ReactNode {
  const { t } = useWords();
  const naming = namingOf(story);
  return (
    <section>
      <h2 className="gh-group">{t(words.course)}</h2>
      {story.events.length === 0 ? <p className="gh-dim">{t(words.none)}</p> : null}
      <ol className="ps-course">
        {story.events.map((event, nth) => (
          <li key={nth} className={tones[event.kind] ?? ''}>
            <i aria-hidden="true">
              <Icon name={icons[event.kind] ?? 'dot'} size={13} />
            </i>
            <time dateTime={event.at}>{wallTime(event.at, zone())}</time>
            <div>
              <b>{t(event.title)}</b>
              {sentencesOf(event, naming).map((sentence, at) => (
                <span key={at}>{t(sentence)}</span>
              ))}
              {changed(event, naming).map(({ label, before, after }) => (
                <p key={label.en}>
                  {t(label)} <del>{t(before)}</del> → <ins>{t(after)}</ins>
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Bill, orders, payments and course of a stay; the bill at once where a list gave its row. */
export function StayStory({ stayId, row }: { stayId: string; row?: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data, error, refetch } = useStory(stayId);
  // What is kept of an earlier look is as of then: that the car has left since, its row knows.
  const hasLeft = row !== undefined && data !== undefined && isInside(data.stay) && !isInside(row);
  const known = hasLeft ? row : (data?.stay ?? row);
  if (error instanceof Failed && error.status === 404 && !known) return <p className="gh-dim">{t(words.noStay)}</p>;
  const course = error ? (
    <Trouble error={error} onRetry={() => void refetch()} />
  ) : data ? (
    <Course story={data} />
  ) : (
    <span className="gh-spin" />
  );
  return (
    <div className="ps-story">
      {known ? (
        <>
          <StayBill row={known} />
          <StayOrders row={known} />
        </>
      ) : null}
      {data ? <StayEvents story={data} /> : null}
      {course}
      <div className="ps-doing gh-no-print">
        <button type="button" className="gh-btn" onClick={() => print()}>
          <Icon name="print" size={14} />
          {t(words.print)}
        </button>
      </div>
    </div>
  );
}
