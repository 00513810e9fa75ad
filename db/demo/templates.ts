/** Report templates that an operator finds in the demo: something to run, and something to write his own after. */
import type { Ask } from './build-base.ts';

const days = [
  { name: 'from', label: '开始日期', labelEn: 'From', kind: 'date', required: true },
  { name: 'to', label: '结束日期', labelEn: 'To', kind: 'date', required: true },
];
const lot = { name: 'park', label: '车场', labelEn: 'Car park', kind: 'park', required: false };

const templates = [
  {
    name: '车场每日收款',
    nameEn: 'Income by lot and day',
    purpose: '所选日期内每个车场每天各渠道的实收、退款与净收入；退款按到账日计。',
    parameters: [...days, lot],
    sql: `WITH moved AS (
  SELECT tenant_id, park_id, pay_type, paid_time AS moment, amount_fen AS paid, 0 AS back
  FROM payment WHERE paid_time >= :from AND paid_time < :to + 1
  UNION ALL
  SELECT tenant_id, park_id, pay_type, done_time, 0, amount_fen
  FROM refund WHERE status = 'refunded' AND done_time >= :from AND done_time < :to + 1
)
SELECT k.park_name AS "车场|Car park", m.moment::date AS "日期|Day",
       count(*) FILTER (WHERE m.paid > 0) AS "笔数|Payments",
       coalesce(sum(m.paid) FILTER (WHERE m.pay_type = 'cash'), 0) AS "现金|Cash_fen",
       coalesce(sum(m.paid) FILTER (WHERE m.pay_type = 'wechat'), 0) AS "微信支付|WeChat Pay_fen",
       coalesce(sum(m.paid) FILTER (WHERE m.pay_type = 'alipay'), 0) AS "支付宝|Alipay_fen",
       coalesce(sum(m.paid) FILTER (WHERE m.pay_type NOT IN ('cash', 'wechat', 'alipay')), 0) AS "其他|Other_fen",
       sum(m.back) AS "退款|Refunded_fen", sum(m.paid - m.back) AS "净收入|Net_fen"
FROM moved m JOIN park k ON k.tenant_id = m.tenant_id AND k.id = m.park_id
WHERE :park IS NULL OR m.park_id = :park
GROUP BY 1, 2
ORDER BY 1, 2`,
  },
  {
    name: '在场最久的车',
    nameEn: 'Cars inside longest',
    purpose: '在场超过所填小时数的车，最久的在前；车牌已遮盖，到“场内车辆”中按入场时间查找。',
    parameters: [
      {
        name: 'hours',
        label: '在场超过（小时）',
        labelEn: 'Inside for more than (hours)',
        kind: 'number',
        required: true,
      },
      lot,
    ],
    sql: `SELECT k.park_name AS "车场|Car park", c.plate_number AS "车牌|Plate", t.type_name AS "车类|Car type",
      c.status AS "状态|State", c.in_time AS "入场时间|In at",
       round(extract(epoch FROM now() - c.in_time) / 3600, 1) AS "在场小时|Hours inside", c.paid_fen AS "已缴|Paid_fen"
FROM car_inside c
JOIN park k ON k.tenant_id = c.tenant_id AND k.id = c.park_id
LEFT JOIN car_type t ON t.tenant_id = c.tenant_id AND t.id = c.car_type_id
WHERE c.in_time < now() - make_interval(hours => :hours::int) AND (:park IS NULL OR c.park_id = :park)
ORDER BY c.in_time
LIMIT 500`,
  },
  {
    name: '离线最多的设备',
    nameEn: 'Devices offline most',
    purpose: '所选日期内离线次数最多的设备与累计离线时长；仍离线的计到现在。',
    parameters: days,
    sql: `SELECT k.park_name AS "车场|Car park", d.device_name AS "设备|Device", d.device_type AS "类型|Kind",
      d.sn AS "序列号|Serial number",
       count(*) AS "离线次数|Times", round(sum(extract(epoch FROM coalesce(i.end_time,
       now()) - i.time)) / 60) AS "累计分钟|Minutes in all",
       max(i.time) AS "最近一次|Latest", bool_or(i.end_time IS NULL) AS "仍离线|Still away"
FROM device_incident i
JOIN park_device d ON d.tenant_id = i.tenant_id AND d.id = i.device_id
JOIN park k ON k.tenant_id = i.tenant_id AND k.id = i.park_id
WHERE i.kind = 'offline' AND i.time >= :from AND i.time < :to + 1
GROUP BY 1, 2, 3, 4
ORDER BY 5 DESC, 6 DESC
LIMIT 100`,
  },
];

export async function addTemplates(ask: Ask): Promise<void> {
  for (const each of templates) await ask('POST', 'sysTemplate/submit', each);
}
