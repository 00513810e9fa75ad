import type { ReactNode } from 'react';
import { sampleBill } from '#domain/coupon/sample.ts';
import { formatFen } from '#domain/money/fen.ts';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { WideFrame } from '#kit/console/wide-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { couponInfo } from '../model/coupon-info.ts';
import { couponRule } from '../model/coupon-rule.ts';
import { termsOf } from '../model/terms.ts';
import type { RuleTerms } from '../model/terms.ts';
import { LiveSample } from './live-sample.tsx';
import { RuleReplay } from './rule-replay.tsx';
import { Related } from '#kit/console/related.tsx';

const words = {
  sample: text('示例账单', 'Sample bills'),
  fee: text('停车费', 'Fee'),
  pays: text('车主付', 'Driver pays'),
  bearer: text('承担方付', 'Bearer pays'),
  lot: text('车场让利', 'Car park gives up'),
  byTariff: text('减免时长的金额由车场收费标准决定。', 'The tariff of the car park determines what time off is worth.'),
  page: text('车主领取页', 'Where drivers claim'),
  coupons: text('最近的卡券', 'Latest coupons'),
};

/** Fees that bills have, fen. */
const FEES = [500, 1000, 1800, 3000, 6000];

/** What a coupon of the rule does to bills, and who pays for it. */
function Sample({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const rule = row as AnyRow & RuleTerms;
  return (
    <section>
      <h2 className="gh-group">{t(words.sample)}</h2>
      {rule.derateType === 'time' ? (
        <p className="gh-dim">{t(words.byTariff)}</p>
      ) : (
        <WideFrame>
          <table className="gh-bill">
            <thead>
              <tr>
                {[words.fee, words.pays, words.bearer, words.lot].map((label) => (
                  <th key={label.en} scope="col" className="num">
                    {t(label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {FEES.map((feeFen) => {
                const { driverFen, bearerFen, lotFen } = sampleBill(termsOf(rule), feeFen);
                return (
                  <tr key={feeFen}>
                    {[feeFen, driverFen, bearerFen, lotFen].map((fen, nth) => (
                      <td key={[words.fee, words.pays, words.bearer, words.lot][nth]!.en} className="num">
                        {formatFen(fen)}
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </WideFrame>
      )}
    </section>
  );
}

function Details({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return (
    <>
      <Sample row={row} />
      {may('couponRule:edit') ? <RuleReplay ruleId={row.id} /> : null}
      <h2 className="gh-group">{t(words.page)}</h2>
      <p>
        <code>{`${location.origin}/m/coupons?code=${String(row['claimCode'])}`}</code>
      </p>
      {may('couponInfo:read') ? (
        <Related
          of={couponInfo}
          title={t(words.coupons)}
          by={{ ruleId: row.id }}
          fields={['couponNo', 'status', 'plateNumber', 'benefitFen', 'validUntil']}
        />
      ) : null}
    </>
  );
}

function FormSample({ values }: { values: Readonly<Record<string, unknown>> }): ReactNode {
  return useMay()('couponRule:edit') ? <LiveSample values={values} /> : null;
}

const detail = (row: AnyRow): ReactNode => <Details row={row} />;

const formNote = (values: Readonly<Record<string, unknown>>): ReactNode => <FormSample values={values} />;

/** Rules; a sample bill stands in the form, others and the latest coupons in each one's details. */
export default function CouponRules(): ReactNode {
  return <ListPage of={couponRule} detail={detail} formNote={formNote} />;
}
