import { park } from '#areas/lot/model/park.ts';
import { company } from '#areas/org/model/company.ts';
import { call } from '#kit/declare/call.ts';
import { date, dateTime, geoPoint, image, integer, json, relation, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { clockKinds } from './words.ts';

const area = 'duty';

export const weekRoster = call({
  name: 'employeWork.week',
  title: text('员工7天排班', 'Roster of seven days'),
  area,
  method: 'GET',
  path: '/api/updown/employeWork/listWork7Day',
  permission: 'employeWork:read',
  input: {
    groupCompanyId: relation(text('单位', 'Company'), () => company, { required: true }),
    staticDay: date(text('起始日期', 'First day'), { required: true }),
  },
  note: text(
    '答 {days, people, shifts, uncovered}：people 为各人7天的安排与提示（连续上班超过6天、间隔不足11小时、时间重叠）；uncovered 为无人上班的车场与日期。',
    'Answers {days, people, shifts, uncovered}: people with their entries and flags (more than 6 days in a row, less than 11 hours of rest, overlap); uncovered are car parks and days without anybody.',
  ),
});

export const saveRoster = call({
  name: 'employeWork.submit',
  title: text('保存排班', 'Save roster'),
  area,
  method: 'POST',
  path: '/api/updown/employeWork/submit',
  permission: 'employeWork:edit',
  answer: 'object',
  input: {
    cells: json(text('排班', 'Entries'), {
      required: true,
      help: text(
        '[{userId, day, shiftId 或 kind（rest、leave、none）, parkId}]，最多1000个',
        '[{userId, day, shiftId or kind (rest, leave, none), parkId}], at most 1,000',
      ),
    }),
  },
  note: text(
    '全部保存或全部不保存。某人某天给出的安排取代其当天原有的安排；kind 为 none 时清空。',
    'Saves all or none. What is given for a person and day replaces what stood there; kind none clears it.',
  ),
});

export const clockNow = call({
  name: 'dutyClock.now',
  title: text('打卡', 'Clock in or out'),
  area,
  method: 'POST',
  path: '/api/gatehouse/duty/clock',
  permission: 'dutyClock:add',
  answer: 'object',
  input: {
    clockId: str(text('打卡编号', 'Clock ID'), {
      max: 36,
      help: text('设备生成的UUID；同一编号只记一次', 'A UUID made by the device; the same one is recorded once'),
    }),
    kind: select(text('类型', 'Kind'), clockKinds, { required: true }),
    at: dateTime(text('时间', 'Time'), {
      help: text('离线打卡的时间；不填为现在', 'Of an offline clock; now if left blank'),
    }),
    rawAt: dateTime(text('设备时间', 'Device time')),
    parkId: relation(text('车场', 'Car park'), () => park),
    point: geoPoint(text('位置', 'Position')),
    accuracyM: integer(text('定位误差（米）', 'Position error (m)'), { min: 0, max: 100_000 }),
    picture: image(text('照片', 'Photo')),
    deviceId: str(text('设备', 'Device'), { max: 36 }),
  },
  note: text(
    '为本人打卡。答 {clockId, place, distanceM, workId, result}。',
    'For the caller himself. Answers {clockId, place, distanceM, workId, result}.',
  ),
});

export const approveOvertime = call({
  name: 'attendanceDay.approveOvertime',
  title: text('同意加班', 'Approve overtime'),
  area,
  method: 'POST',
  path: '/api/gatehouse/duty/day/approveOvertime',
  permission: 'attendanceDay:approveOvertime',
  input: {
    dayId: str(text('考勤', 'Attendance line'), { required: true, max: 36 }),
    minutes: integer(text('批准分钟数', 'Minutes approved'), {
      min: 0,
      max: 1440,
      help: text('不填为全部', 'All of it if left blank'),
    }),
  },
});

export const confirmPlace = call({
  name: 'rdworkrecord.confirmPlace',
  title: text('确认地点', 'Confirm place'),
  area,
  method: 'POST',
  path: '/api/gatehouse/duty/confirmPlace',
  permission: 'rdworkrecord:confirmPlace',
  input: { workId: str(text('上班记录', 'Work record'), { required: true, max: 36 }) },
});
