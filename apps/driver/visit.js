/** The visitors' page: a poster's form, then the visit with its changing code. Written for old phones, as the driver's page; it keeps nothing. */
const words = {
  zh: {
    title: '访客登记',
    none: '请扫描入口的访客二维码，或打开邀请链接。',
    failed: '网络不通，请重试',
    name: '姓名',
    phone: '手机号',
    plate: '车牌号（开车来访时填写）',
    people: '人数',
    place: '访问地点',
    dept: '被访部门或住户',
    choose: '请选择',
    host: '查找被访人（姓名两个字或完整手机号）',
    household: '或填写被访人、住户',
    find: '查找',
    nobody: '没有找到，请核对或只选部门',
    from: '来访时间',
    until: '离开时间',
    reason: '来访事由（选填）',
    accept: '我已阅读并同意',
    send: '提交登记',
    confirm: '确认信息',
    confirmHelp: '请确认来访信息，确认后显示访客码。',
    no: '单号',
    state: '状态',
    to: '访问',
    who: '被访人',
    car: '车牌',
    remark: '审核意见',
    code: '向门岗或门禁出示，每30秒更换',
    waiting: '登记已提交，等待审核。请保存本页，通过后显示访客码。',
    forget: '撤回并删除个人信息',
    sure: '再按一次：取消来访并删除个人信息',
    forgotten: '来访已撤回，个人信息已删除。',
    states: {
      waiting: '待审核',
      approved: '已通过',
      inside: '在访',
      overstay: '已超时，请尽快离开',
      left: '已离开',
      refused: '已拒绝',
      cancelled: '已取消',
      noShow: '未到',
      expired: '逾期未审',
    },
  },
  en: {
    title: 'Visitors',
    none: 'Please scan the visitors’ code at the entrance, or open your invitation.',
    failed: 'No connection, please try again',
    name: 'Your name',
    phone: 'Mobile',
    plate: 'Plate (if you come by car)',
    people: 'People',
    place: 'Place',
    dept: 'Department or household',
    choose: 'Please choose',
    host: 'Find your host (two signs of the name, or the whole mobile number)',
    household: 'Or say whom or which household you visit',
    find: 'Find',
    nobody: 'Nobody found: check it, or choose a department alone',
    from: 'Arrive',
    until: 'Leave',
    reason: 'Reason (if you like)',
    accept: 'I have read this and agree',
    send: 'Register',
    confirm: 'Confirm',
    confirmHelp: 'Please confirm your details; then your code is shown.',
    no: 'Number',
    state: 'State',
    to: 'Place',
    who: 'Host',
    car: 'Plate',
    remark: 'Comment',
    code: 'Show this at the gate or door; it changes every 30 seconds',
    waiting: 'Registered and waiting for approval. Keep this page: your code appears here.',
    forget: 'Withdraw and erase my data',
    sure: 'Press again: the visit is cancelled and your data erased',
    forgotten: 'The visit is withdrawn and your data erased.',
    states: {
      waiting: 'Pending',
      approved: 'Approved',
      inside: 'Inside',
      overstay: 'Over its time, please leave soon',
      left: 'Left',
      refused: 'Rejected',
      cancelled: 'Cancelled',
      noShow: 'No-show',
      expired: 'Not decided in time',
    },
  },
};
const query = new URLSearchParams(location.search);
const posterCode = query.get('code') || '';
let invitation = query.get('invitation') || '';
let lang = query.get('lang') || (/^zh/i.test(navigator.language || 'zh') ? 'zh' : 'en');
if (!words[lang]) lang = 'zh';
const page = document.getElementById('page');
const own = '/api/gatehouse/visit/';
const web = '/api/updown/door/vistorweb/';
const HOUR = 3600000;
let shown = null;
let timer = 0;

function t(key) {
  return words[lang][key];
}
function make(tag, name, text) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined && text !== null) element.textContent = text;
  return element;
}
function two(n) {
  return ('0' + n).slice(-2);
}
/** What a clock at the place shows at an instant, as `2026-12-07T14:00`. */
function wall(at, zone) {
  const parts = {};
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
    .formatToParts(new Date(at))
    .forEach(function (part) {
      parts[part.type] = part.value;
    });
  const time = two(Number(parts.hour) % 24) + ':' + parts.minute;
  return parts.year + '-' + parts.month + '-' + parts.day + 'T' + time;
}
/** The instant a clock at the place shows this, wherever the phone is. */
function instant(wallTime, zone) {
  const asUtc = Date.parse(wallTime + ':00Z');
  const offset = Date.parse(wall(asUtc, zone) + ':00Z') - asUtc;
  return new Date(asUtc - offset).toISOString();
}
function ask(method, path, input, good, bad) {
  const isGet = method === 'GET';
  fetch(path + (isGet ? '?' + new URLSearchParams(input) : ''), {
    method: method,
    headers: { 'Accept-Language': lang, 'Content-Type': 'application/json' },
    body: isGet ? undefined : JSON.stringify(input),
    credentials: 'omit',
  })
    .then(function (answer) {
      return answer.json();
    })
    .then(
      function (answer) {
        return answer.success
          ? good(answer.data)
          : bad(answer.errors && answer.errors.length > 0 ? answer.errors[0].msg : answer.msg);
      },
      function () {
        bad(t('failed'));
      },
    );
}
function draw(draws) {
  clearTimeout(timer);
  shown = draws;
  page.textContent = '';
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  document.getElementById('lang').textContent = lang === 'zh' ? 'English' : '中文';
  document.title = t('title');
  draws();
}
function head(text) {
  document.getElementById('park').textContent = text || t('title');
}
function say(text) {
  draw(function () {
    page.appendChild(make('p', 'wait', text));
  });
}
function button(name, text, click) {
  const element = make('button', name, text);
  element.type = 'button';
  element.addEventListener('click', click);
  return element;
}
function complaint(into) {
  const element = make('p', 'bad');
  element.setAttribute('role', 'alert');
  into.appendChild(element);
  return element;
}
function field(form, id, type, more) {
  const label = make('label', '', t(id));
  label.htmlFor = id;
  const input = make(type === 'select' ? 'select' : 'input', 'field');
  input.id = id;
  if (type !== 'select') input.type = type;
  Object.assign(input, more);
  form.appendChild(label);
  form.appendChild(input);
  return input;
}
function offer(select, choices, first) {
  select.textContent = '';
  (first ? [{ value: '', label: first }] : []).concat(choices).forEach(function (each) {
    const option = make('option', '', each.label);
    option.value = each.value;
    select.appendChild(option);
  });
}
function party(form, before) {
  return {
    name: field(form, 'name', 'text', { required: true, minLength: 2, maxLength: 30, autocomplete: 'name' }),
    phone: field(form, 'phone', 'tel', { required: true, maxLength: 20, autocomplete: 'tel' }),
    plate: field(form, 'plate', 'text', { maxLength: 12, autocomplete: 'off' }),
    people: field(form, 'people', 'number', { required: true, min: 1, max: 20, value: (before && before.people) || 1 }),
  };
}
function partyOf(fields) {
  const plate = fields.plate.value.trim().toUpperCase();
  return Object.assign(
    {
      visitorName: fields.name.value.trim(),
      phone: fields.phone.value.trim(),
      people: Number(fields.people.value),
      consent: true,
    },
    plate ? { plateNumber: plate } : {},
  );
}
function agreement(form, privacy) {
  form.appendChild(make('p', 'note', privacy));
  const line = make('label', 'tick');
  const tick = make('input');
  tick.type = 'checkbox';
  tick.id = 'accept';
  tick.required = true;
  line.appendChild(tick);
  line.appendChild(make('span', '', t('accept')));
  form.appendChild(line);
}
/** Sends once: the button stands still until the answer is there. */
function whenSent(form, label, send) {
  const go = make('button', 'main', label);
  go.type = 'submit';
  form.appendChild(go);
  const why = complaint(form);
  form.addEventListener('submit', function (event) {
    event.preventDefault();
    go.disabled = true;
    why.textContent = '';
    send(function (text) {
      go.disabled = false;
      why.textContent = text;
    });
  });
}

function hostField(form, ticket, dept) {
  const host = field(form, 'host', 'text', { maxLength: 30, autocomplete: 'off' });
  const found = make('select', 'field');
  found.setAttribute('aria-label', t('who'));
  found.hidden = true;
  const status = make('p', 'note');
  form.appendChild(
    button('plain', t('find'), function () {
      const input = { ticket: ticket, name: host.value.trim(), deptIds: dept.value };
      ask(
        'GET',
        web + 'selectEmployee',
        input,
        function (people) {
          offer(found, people);
          found.hidden = people.length === 0;
          status.textContent = people.length === 0 ? t('nobody') : '';
        },
        function (why) {
          status.textContent = why;
        },
      );
    }),
  );
  form.appendChild(found);
  form.appendChild(status);
  return found;
}
function register(poster) {
  head(poster.parkName);
  const ticket = poster.ticket;
  const form = make('form');
  form.appendChild(make('h2', '', poster.name));
  const fields = party(form);
  const place = field(form, 'place', 'select');
  const dept = field(form, 'dept', 'select');
  offer(dept, [], t('choose'));
  const host = hostField(form, ticket, dept);
  const household = field(form, 'household', 'text', { maxLength: 30, autocomplete: 'off' });
  const now = Math.ceil(Date.now() / 600000) * 600000;
  const from = field(form, 'from', 'datetime-local', { required: true, value: wall(now, poster.zone) });
  const until = field(form, 'until', 'datetime-local', { required: true, value: wall(now + 2 * HOUR, poster.zone) });
  const reason = field(form, 'reason', 'text', { maxLength: 200 });
  agreement(form, poster.privacy);
  const ignore = function () {
    return undefined;
  };
  ask('GET', web + 'selectArea', { ticket: ticket }, offer.bind(null, place), ignore);
  ask(
    'GET',
    web + 'selectDept',
    { ticket: ticket },
    function (all) {
      offer(dept, all, t('choose'));
    },
    ignore,
  );
  whenSent(form, t('send'), function (bad) {
    const input = Object.assign(partyOf(fields), {
      ticket: ticket,
      visitTime: instant(from.value, poster.zone),
      leaveTime: instant(until.value, poster.zone),
    });
    if (place.value) input.areaIds = place.value;
    if (dept.value) input.deptIds = dept.value;
    if (host.value) input.hostEmpId = host.value;
    if (household.value.trim()) input.hostName = household.value.trim();
    if (reason.value.trim()) input.reason = reason.value.trim();
    ask(
      'POST',
      web + 'add',
      input,
      function (made) {
        invitation = made.invitation;
        history.replaceState(null, '', '/m/visit?invitation=' + encodeURIComponent(invitation));
        look();
      },
      bad,
    );
  });
  page.appendChild(form);
}

function row(into, name, value) {
  if (value === null || value === undefined || value === '') return;
  const element = make('div', 'row');
  element.appendChild(make('span', '', name));
  element.appendChild(make('span', '', String(value)));
  into.appendChild(element);
}
function clock(at, zone) {
  return wall(Date.parse(at), zone).slice(5).replace('T', ' ');
}
/** The code and the next one, as long as the visit takes any. */
function showCode(card, picture) {
  ask(
    'POST',
    own + 'code',
    { invitation: invitation },
    function (made) {
      picture.src = made.image;
      timer = setTimeout(showCode, made.nextMs + 200, card, picture);
    },
    function () {
      timer = setTimeout(look, 30000);
    },
  );
}
function confirmFirst(visit) {
  const form = make('form');
  form.appendChild(make('p', '', t('confirmHelp')));
  const fields = party(form, visit);
  agreement(form, visit.privacy);
  whenSent(form, t('confirm'), function (bad) {
    ask('POST', own + 'consent', Object.assign(partyOf(fields), { invitation: invitation }), show, bad);
  });
  page.appendChild(form);
}
function forgetButton() {
  const why = make('p', 'bad');
  why.setAttribute('role', 'alert');
  let sure = false;
  const press = button('plain', t('forget'), function () {
    if (!sure) {
      sure = true;
      press.textContent = t('sure');
      return;
    }
    ask(
      'POST',
      own + 'withdraw',
      { invitation: invitation },
      function () {
        say(t('forgotten'));
      },
      function (text) {
        why.textContent = text;
      },
    );
  });
  page.appendChild(press);
  page.appendChild(why);
}
function show(visit) {
  draw(function () {
    head(visit.parkName);
    const isToCome = visit.status === 'waiting' || visit.status === 'approved';
    const card = make('section', 'card');
    card.appendChild(make('h2', visit.status === 'approved' ? 'good' : '', t('states')[visit.status]));
    row(card, t('no'), visit.visitNo);
    row(card, t('who'), visit.hostName);
    row(card, t('from'), clock(visit.visitTime, visit.zone));
    row(card, t('until'), clock(visit.leaveTime, visit.zone));
    row(card, t('name'), visit.visitorName);
    row(card, t('people'), visit.people);
    row(card, t('car'), visit.plateNumber);
    row(card, t('remark'), visit.remark);
    page.appendChild(card);
    if (isToCome && !visit.consented) confirmFirst(visit);
    else if (visit.status === 'approved' || visit.status === 'inside') {
      const picture = make('img', 'code');
      picture.alt = t('code');
      card.appendChild(picture);
      card.appendChild(make('p', 'note', t('code')));
      showCode(card, picture);
    } else if (visit.status === 'waiting') {
      card.appendChild(make('p', 'note', t('waiting')));
      timer = setTimeout(look, 30000);
    }
    if (visit.status !== 'inside' && visit.status !== 'overstay') forgetButton();
  });
}
function look() {
  ask('POST', own + 'mine', { invitation: invitation }, show, say);
}
function begin() {
  if (invitation) return look();
  if (!posterCode) return say(t('none'));
  return ask(
    'GET',
    own + 'poster',
    { code: posterCode },
    function (poster) {
      draw(function () {
        register(poster);
      });
    },
    say,
  );
}
document.getElementById('lang').addEventListener('click', function () {
  lang = lang === 'zh' ? 'en' : 'zh';
  if (shown) draw(shown);
});
begin();
