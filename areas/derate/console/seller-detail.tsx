import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#kit/declare/resource.ts';
import { listPaths } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ask, wordsOf } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import type { Paged } from '#kit/console/listing.ts';
import { useMay } from '#kit/console/me.ts';
import { MiniTable } from '#kit/console/mini-table.tsx';
import { confirm, notify } from '#kit/console/notices.ts';
import { useWords } from '#kit/console/words.ts';
import { carDerate } from '../model/car-derate.ts';
import { derateCode } from '../model/derate-code.ts';
import { sellerRecharge } from '../model/recharges.ts';
import { stopCode } from '../model/row-calls.ts';
import './derate.css';

const words = {
  given: text('最近发放', 'Recently given'),
  recharges: text('充值', 'Top-ups'),
  codes: text('二维码', 'Codes'),
  none: text('暂无', 'None'),
  stop: text('停用二维码', 'Disable code'),
  stopped: text('停用后此码不能再领取优惠。', 'This code can no longer be used to claim discounts.'),
};

const most = 10;

function usePart(of: Resource, sellerId: string) {
  return useQuery({
    queryKey: [of.name, 'of-seller', sellerId],
    queryFn: async ({ signal }) =>
      (await ask<Paged>(listPaths(of)[0]!, { sellerId, size: most }, { signal, quiet: true })).records,
  });
}

type PartProps = {
  of: Resource;
  title: string;
  sellerId: string;
  fields: readonly string[];
  end?: (row: AnyRow) => ReactNode;
};

function Part({ of, title, sellerId, fields, end }: PartProps): ReactNode {
  const { t } = useWords();
  const found = usePart(of, sellerId);
  if (found.error) return <p role="alert">{wordsOf(found.error)}</p>;
  return (
    <section className="dr-part">
      <h3 className="gh-group">{title}</h3>
      {!found.data ? (
        <span className="gh-spin" />
      ) : found.data.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        <MiniTable of={of} fields={fields} rows={found.data} {...(end ? { end } : {})} />
      )}
    </section>
  );
}

/** A seller's movements: what he gave and what became of it, what he put in, and the codes he printed. */
export default function SellerDetail({ sellerId }: { sellerId: string }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const codes = usePart(derateCode, sellerId);
  const stop = async (row: AnyRow) => {
    if (!(await confirm({ title: words.stop, body: words.stopped, danger: true }))) return;
    try {
      await ask(stopCode, { codeId: row.id });
      await codes.refetch();
    } catch (error) {
      notify.error(wordsOf(error));
    }
  };
  const end = (row: AnyRow) =>
    row['enable'] === true && may('carDerate:grant') ? (
      <button type="button" className="gh-link danger" onClick={() => void stop(row)}>
        {t(stopCode.title)}
      </button>
    ) : null;
  return (
    <>
      <Part
        of={carDerate}
        title={t(words.given)}
        sellerId={sellerId}
        fields={['time', 'plateNumber', 'derateId', 'status', 'benefitFen', 'chargedFen']}
      />
      <Part
        of={sellerRecharge}
        title={t(words.recharges)}
        sellerId={sellerId}
        fields={['time', 'amountFen', 'balanceAfter', 'operator']}
      />
      <Part
        of={derateCode}
        title={t(words.codes)}
        sellerId={sellerId}
        fields={['codeKind', 'derateId', 'usedCount', 'validUntil', 'enable']}
        end={end}
      />
    </>
  );
}
