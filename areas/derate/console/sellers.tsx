import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Call } from '#kit/declare/call.ts';
import { select } from '#kit/declare/field.ts';
import type { Fields } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { ask, newKey, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { ListPage } from '#kit/console/list-page.tsx';
import { useRefresh } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { confirm, notify } from '#kit/console/notices.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import { carDerate } from '../model/car-derate.ts';
import { deratesOfSeller, giveDerate, makeCode } from '../model/calls.ts';
import { derateCode } from '../model/derate-code.ts';
import { resetPassword } from '../model/row-calls.ts';
import sellerRecord from './seller-record.tsx';
import './derate.css';

const AskDialog = part(() => import('#kit/console/ask-dialog.tsx'));

const words = {
  give: text('发放优惠', 'Give a discount'),
  code: text('优惠二维码', 'Discount code'),
  given: text('已发放给 {plate}', 'Given to {plate}'),
  noRule: text('请先在商家资料中选择可用优惠规则', 'First assign discount rules to this shop'),
  sure: text(
    '将生成新的一次性密码，该账号的全部登录随即结束。',
    'Creates a new one-time password and ends all sessions of this account.',
  ),
  password: text('一次性密码', 'One-time password'),
  once: text(
    '密码只显示这一次，请立即转告商家；下次登录须修改。',
    'Shown only once. Pass it on to the shop now; it must be changed at the next login.',
  ),
  gone: text('已显示过', 'Already shown'),
  get: text('下载', 'Download'),
  until: text('有效期至 {time}', 'Valid until {time}'),
};

const { of: sellers, detail } = sellerRecord;

type Made = {
  sellerName: string;
  derateName: string;
  validUntil: string | null;
  codes: { codeId: string; url: string; image: string }[];
};
type Asking = { call: Call; row: AnyRow; fields: Fields };

/** The fields of a call about one seller: his rules alone to choose from, the seller himself is not a field. */
async function fieldsFor(call: Call, row: AnyRow): Promise<Fields | null> {
  const rules = await ask<{ value: string; label: string }[]>(deratesOfSeller, { sellerId: row.id }, { quiet: true });
  if (rules.length === 0) return null;
  const { sellerId: _, derateId, ...rest } = call.input;
  const options = Object.fromEntries(rules.map(({ value, label }) => [value, text(label, label)]));
  return { derateId: select(derateId!.label, options, { required: true, default: rules[0]!.value }), ...rest };
}

function Codes({ made, onClose }: { made: Made; onClose: () => void }): ReactNode {
  const { t, lang } = useWords();
  const until = made.validUntil
    ? t(words.until).replace('{time}', new Date(made.validUntil).toLocaleString(lang === 'zh' ? 'zh-CN' : 'en-GB'))
    : '';
  return (
    <Dialog title={`${made.sellerName} · ${made.derateName}`} className="wide" onClose={onClose}>
      <div className="dr-codes">
        {made.codes.map(({ codeId, url, image }) => (
          <figure key={codeId} className="dr-code">
            <img src={image} alt={url} />
            <p>
              <strong>{made.derateName}</strong>
            </p>
            <p>{made.sellerName}</p>
            <p>{until}</p>
            <a
              className="gh-link"
              href={image}
              download={`${made.sellerName}-${made.derateName}-${codeId.slice(-6)}.svg`}
            >
              {t(words.get)}
            </a>
          </figure>
        ))}
      </div>
    </Dialog>
  );
}

type NewPasswordProps = { account: string; password: string | undefined; onClose: () => void };

function NewPassword({ account, password, onClose }: NewPasswordProps): ReactNode {
  const { t } = useWords();
  return (
    <Dialog title={t(words.password)} onClose={onClose}>
      <p>{t(words.once)}</p>
      <p>{account}</p>
      <p>
        <code>{password ?? t(words.gone)}</code>
      </p>
    </Dialog>
  );
}

/** Shops with their balances; issues discounts, prints codes and resets forgotten passwords. */
export default function Sellers(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const client = useQueryClient();
  const refresh = useRefresh(sellers);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const [renewed, setRenewed] = useState<{ account: string; password?: string } | null>(null);
  const begin = async (call: Call, row: AnyRow) => {
    try {
      const fields = await fieldsFor(call, row);
      if (fields) setAsking({ call, row, fields });
      else notify.error(t(words.noRule));
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const run = async (values: Record<string, unknown>, key: string) => {
    const { call, row } = asking!;
    const answer = await ask<Made>(call, { ...values, sellerId: row.id }, { key, quiet: true });
    if (call.name === makeCode.name) setMade(answer);
    else notify.ok(t(words.given).replace('{plate}', String(values['plateNumber'])));
    await Promise.all([
      refresh(),
      ...[carDerate, derateCode].map(({ name }) => client.invalidateQueries({ queryKey: [name] })),
    ]);
  };
  const reset = async (row: AnyRow) => {
    if (!(await confirm({ title: resetPassword.title, body: words.sure, danger: true }))) return;
    try {
      setRenewed(await ask(resetPassword, { recordId: row.id }, { key: newKey(), quiet: true }));
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const extra = (row: AnyRow) => [
    ...(may('carDerate:grant')
      ? [
          { key: 'give', label: t(words.give), main: true, onPick: () => void begin(giveDerate, row) },
          { key: 'code', label: t(words.code), onPick: () => void begin(makeCode, row) },
        ]
      : []),
    ...(row['account'] && may('parkSeller:resetPassword')
      ? [{ key: 'reset', label: t(resetPassword.title), onPick: () => void reset(row) }]
      : []),
  ];
  return (
    <>
      <ListPage of={sellers} rowActions={extra} detail={detail!} />
      {asking ? (
        <AskDialog
          key={asking.row.id}
          title={`${t(asking.call.title)} · ${String(asking.row['sellerName'])}`}
          fields={asking.fields}
          run={run}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {made ? <Codes made={made} onClose={() => setMade(null)} /> : null}
      {renewed ? (
        <NewPassword account={renewed.account} password={renewed.password} onClose={() => setRenewed(null)} />
      ) : null}
    </>
  );
}
