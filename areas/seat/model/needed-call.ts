import { park } from '#areas/lot/model/park.ts';
import { call } from '#kit/declare/call.ts';
import { integer, relation } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { seatGroup } from './seat-group.ts';

/** Beyond 99 in 100 the number of seats says little: some calls wait however many there are. */
const [LEAST_LEVEL, MOST_LEVEL] = [50, 99];
export const DEFAULT_LEVEL = 80;

/** How many seats the calls of a car park, or of a seat group's car parks, need by weekday and hour. */
export const seatsNeededCall = call({
  name: 'callSum.seatsNeeded',
  title: text('所需坐席数', 'Seats that calls need'),
  area: 'seat',
  method: 'GET',
  path: '/api/gatehouse/seat/needed',
  permission: 'callSum:read',
  answer: 'object',
  input: {
    parkId: relation(text('车场', 'Car park'), () => park),
    groupId: relation(text('坐席组', 'Seat group'), () => seatGroup),
    level: integer(text('服务水平（%）', 'Service level, %'), {
      min: LEAST_LEVEL,
      max: MOST_LEVEL,
      default: DEFAULT_LEVEL,
    }),
  },
  note: text(
    'parkId 与 groupId 填一个。{ weeks, calls, handleS, withinS, level, seats, most, hours: [{ weekday, hour, callsPerHour, seats, level }] }：最近最多八个整周的求助按星期（1 为周一）与钟点的每小时平均，handleS 为平均通话加话后秒数（没有接听过为空，hours 也为空）；hours 中的 seats 为按 Erlang C 达到 level（%）所需的坐席数，level 为现有坐席数能达到的（%）；seats 为现有坐席数：车场为使用中的授权，坐席组为组内坐席。没有求助的钟点不列出。',
    'Takes one of parkId and groupId. { weeks, calls, handleS, withinS, level, seats, most, hours: [{ weekday, hour, callsPerHour, seats, level }] }: calls of the last eight whole weeks at most, on average per hour by weekday (1 is Monday) and hour; handleS is the average talk and wrap-up in seconds (null, with no hours, where nobody was answered). In hours, seats is how many reach the level (%) by Erlang C, and level (%) what the present seats reach; seats beside them is the present number: seats granted now for a car park, its members for a group. Hours without calls are left out.',
  ),
});
