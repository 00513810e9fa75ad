import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { expiringServices } from '#areas/lot/model/lookups.ts';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { today } from '#kit/console/format.ts';
import { zone } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { keep, kept } from '#kit/console/storage.ts';
import { useWords } from '#kit/console/words.ts';

const words = { title: text('车场服务到期提醒', 'Services of car parks are ending'), see: text('查看服务', 'See the services'), later: text('今日不再提醒', 'Not again today'), more: text('还有', 'and'), others: text('项', 'more') };
const seen = 'services-seen';
const most = 8;

/** `title` is the lot, `subtitle` which service ends when. */
type Service = { id: string; title: string; subtitle: string };

/** Opens on its own, once a day, when services of lots end soon or have ended. */
export function Expiring(): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const day = today(zone());
  const [open, setOpen] = useState(() => kept<string>(seen) !== day);
  const { data } = useQuery({ queryKey: ['home', expiringServices.name], queryFn: ({ signal }) => ask<Service[]>(expiringServices.path, {}, { signal, quiet: true }), enabled: open, retry: false });
  if (!open || !data?.length) return null;
  const close = () => { keep(seen, day); setOpen(false); };
  return (
    <Dialog title={t(words.title)} onClose={close} footer={<><button type="button" className="gh-btn" onClick={close}>{t(words.later)}</button><button type="button" className="gh-btn primary" onClick={() => { close(); go('/basedata/parkServicesConfig'); }}>{t(words.see)}</button></>}>
      <ul className="expiring">{data.slice(0, most).map((service) => <li key={service.id}>{service.title} · {service.subtitle}</li>)}</ul>
      {data.length > most ? <p className="gh-dim">{t(words.more)} {data.length - most} {t(words.others)}</p> : null}
    </Dialog>
  );
}
