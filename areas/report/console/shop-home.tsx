import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { canonicalPlate } from '#domain/plate/plate.ts';
import { formatFen } from '#domain/money/fen.ts';
import { deratesOfSeller, giveDerate } from '#areas/derate/model/calls.ts';
import { carDerate } from '#areas/derate/model/car-derate.ts';
import { parkSeller } from '#areas/derate/model/park-seller.ts';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Paged } from '#kit/console/listing.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import './to-do.css';

const words = {
  title: text('发放停车优惠', 'Give a parking discount'),
  plate: text('顾客的车牌号', "Customer's plate"),
  like: text('如 京A12345', 'e.g. 京A12345'),
  rule: text('优惠', 'Discount'),
  give: text('发放', 'Give'),
  given: text('已发放给 {plate}', 'Given to {plate}'),
  balance: text('余额（元）', 'Balance (CNY)'),
  noShop: text(
    '您的账号还没有对应的商家，请联系车场。',
    'Your account is not linked to a shop yet. Please contact the car park.',
  ),
  noRule: text(
    '车场还没有为您开通优惠，请联系车场。',
    'The car park has not assigned you any discounts yet. Please contact them.',
  ),
  lately: text('最近发放', 'Recently given'),
};
const shops = parkSeller;
const given = carDerate;

const useRows = (of: Resource, query: Readonly<Record<string, string | number>>) =>
  useQuery({
    queryKey: [of.name, 'shop home', query],
    queryFn: async ({ signal }) => (await ask<Paged>(listPaths(of)[0]!, { ...query }, { signal, quiet: true })).records,
  });

/** What a shop fills in, and the giving of it. */
function useGiving(shop: AnyRow) {
  const { t } = useWords();
  const client = useQueryClient();
  const key = useRef(newKey());
  const [plate, setPlate] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const rules = useQuery({
    queryKey: ['derates of', shop.id],
    queryFn: ({ signal }) =>
      ask<{ value: string; label: string }[]>(deratesOfSeller, { sellerId: shop.id }, { signal, quiet: true }),
  }).data;
  const rule = chosen ?? rules?.[0]?.value ?? null;
  const give = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      const plateNumber = canonicalPlate(plate);
      await ask(giveDerate, { sellerId: shop.id, derateId: rule, plateNumber }, { key: key.current, quiet: true });
      notify.ok(t(words.given).replace('{plate}', plateNumber));
      setPlate('');
      await Promise.all([given, shops].map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
    } catch (error) {
      setProblem(wordsOf(error));
    }
    key.current = newKey();
    setBusy(false);
  };
  const ready = !busy && plate.trim() !== '' && rule !== null;
  return { plate, setPlate, rules, rule, setChosen, busy, problem, ready, give };
}

/** One plate, one discount, one press: what a shop does at its counter, on a phone. */
function Give({ shop }: { shop: AnyRow }): ReactNode {
  const { t } = useWords();
  const { plate, setPlate, rules, rule, setChosen, busy, problem, ready, give } = useGiving(shop);
  if (rules?.length === 0) return <p className="gh-void">{t(words.noRule)}</p>;
  return (
    <form className="gh-card give" onSubmit={(event) => void give(event)} aria-label={t(words.title)}>
      <h2>{t(words.title)}</h2>
      <p className="money">
        <span>
          {String(shop['sellerName'])}
          <br />
          <span className="gh-dim">{t(words.balance)}</span>
        </span>
        <b>{formatFen(Number(shop['balance'] ?? 0))}</b>
      </p>
      <label htmlFor="shop-plate">{t(words.plate)}</label>
      <input
        id="shop-plate"
        className="gh-input plate-in"
        value={plate}
        placeholder={t(words.like)}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setPlate(event.target.value)}
        onBlur={() => setPlate(canonicalPlate(plate))}
      />
      <div className="rules" role="group" aria-label={t(words.rule)}>
        {rules?.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className="gh-btn"
            aria-pressed={value === rule}
            onClick={() => setChosen(value)}
          >
            {label}
          </button>
        ))}
      </div>
      <p className="problem" role="alert">
        {problem}
      </p>
      <button type="submit" className="gh-btn primary enter" disabled={!ready}>
        {busy ? <span className="gh-spin" /> : null}
        {t(words.give)}
      </button>
    </form>
  );
}

function Lately({ shop }: { shop: AnyRow }): ReactNode {
  const { t } = useWords();
  const { data } = useRows(given, { sellerId: shop.id, size: 10 });
  return (
    <section className="gh-card give" aria-label={t(words.lately)}>
      <h2>{t(words.lately)}</h2>
      <MiniTable of={given} fields={['time', 'plateNumber', 'status']} rows={data ?? []} />
    </section>
  );
}

/** The home of a shop: it gives discounts and sees what it has left. */
export default function ShopHome(): ReactNode {
  const { t } = useWords();
  const found = useRows(shops, { size: 1 });
  if (!found.data) return <span className="gh-spin" />;
  const [shop] = found.data;
  return shop ? (
    <>
      <Give shop={shop} />
      <Lately shop={shop} />
    </>
  ) : (
    <p className="gh-void">{t(words.noShop)}</p>
  );
}
