import { company } from '#areas/org/model/company.ts';
import { relation } from '#kit/declare/field.ts';
import { byDay, byField, fieldsOf, minus, report, share, sum } from '#kit/declare/report.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { plats } from './words.ts';
import { adDay } from './visits.ts';

/** Views, clicks and income by day and advert; of one platform where it is named. */
const statistics = (name: string, title: Text, plat?: keyof typeof plats) =>
  report({
    name,
    title,
    area: 'advert',
    route: `/advert/${plat ?? ''}advertdaystatistics`,
    help: text(
      '每人每小时至多计一次，机器访问与重复不计；费用按约定单价累计取整，车场收入按平台分成。',
      "A viewer counts once an hour, programs and repeats do not. Charged by the agreed price to date in whole fen; the car parks' part by the platform's share.",
    ),
    wire: {
      path: `/api/gatehouse/adver/${plat ?? ''}staticDay`,
      export: `/api/gatehouse/adver/export${plat ?? ''}StaticDay`,
    },
    from: adDay,
    time: 'day',
    ...(plat ? { where: { plat } } : {}),
    group: { day: byDay(), adverId: byField('adverId'), ...(plat ? {} : { plat: byField('plat') }) },
    measures: {
      served: sum('served'),
      viewable: sum('viewable'),
      clicks: sum('clicks'),
      closes: sum('closes'),
      invalid: sum('invalid'),
      clickShare: share(text('点击率', 'Click rate'), 'clicks', 'viewable'),
      chargeFen: sum('chargeFen'),
      lotFen: sum('lotFen'),
      platFen: minus(text('平台收入', 'To the platform'), 'chargeFen', 'lotFen'),
    },
    filters: {
      companyId: relation(text('单位', 'Company'), () => company, { search: true }),
      ...(plat ? fieldsOf(adDay, 'parkId', 'adverId', 'slot') : fieldsOf(adDay, 'parkId', 'adverId', 'plat', 'slot')),
    },
    defaultDays: 14,
    tiles: ['viewable', 'clicks', 'clickShare', 'chargeFen', 'lotFen'],
    chart: { kind: 'line', x: 'day', y: ['viewable', 'clicks'] },
    order: { by: 'day', desc: true },
  });

export const adverDays = statistics('adverDays', text('广告日统计', 'Advert daily statistics'));
export const ppAdverDays = statistics('ppAdverDays', text('PP广告日统计', 'PP advert daily statistics'), 'pp');
export const jsAdverDays = statistics('jsAdverDays', text('JS广告日统计', 'JS advert daily statistics'), 'js');
export const hAdverDays = statistics('hAdverDays', text('H广告日统计', 'H advert daily statistics'), 'h');
export const xinlinAdverDays = statistics(
  'xinlinAdverDays',
  text('Xinlin广告日统计', 'Xinlin advert daily statistics'),
  'xinlin',
);
