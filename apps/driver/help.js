/** Calls for help at a lane: by its code, or by the plate of the car that stands there. Written for old phones, as the driver's page; it keeps nothing. */
const words = {
  zh: {
    title: '求助',
    none: '请扫描车场或车道上的求助二维码。',
    failed: '网络不通，请重试',
    plate: '车牌号（停在车道内的车辆）',
    press: '呼叫工作人员',
    hint: '按下后，工作人员会看到您所在的车道。',
    queued: '正在为您接通，请稍候',
    talking: '已接通，正在为您处理',
    fallback: '已通知现场人员，请稍候',
    abandoned: '呼叫已结束',
    over: '已处理完毕',
    cancel: '不需要了',
    again: '再次呼叫',
    rate: '请为本次服务评分（1 差，5 好）',
    thanks: '谢谢您的评价',
    points: '分',
    phone: '客服电话',
    pay: '停车缴费',
  },
  en: {
    title: 'Help',
    none: 'Please scan a help code of the car park or lane.',
    failed: 'No connection, please try again',
    plate: 'Plate (of the car that stands in the lane)',
    press: 'Call for help',
    hint: 'Somebody will see the lane you stand in.',
    queued: 'Connecting you, please wait',
    talking: 'Somebody is looking after you',
    fallback: 'Staff on site have been notified, please wait',
    abandoned: 'The call is over',
    over: 'All done',
    cancel: 'Not needed any more',
    again: 'Call again',
    rate: 'How was the help (1 poor, 5 good)?',
    thanks: 'Thank you',
    points: 'of 5',
    phone: 'Service',
    pay: 'Pay for parking',
  },
};
const query = new URLSearchParams(location.search);
const parkId = query.get('parkId') || '';
const gate = query.get('gate') || '';
const EVERY_MS = 3000;
let lang = query.get('lang') || (/^zh/i.test(navigator.language || 'zh') ? 'zh' : 'en');
if (!words[lang]) lang = 'zh';
const page = document.getElementById('page');
const foot = document.getElementById('foot');
let lot = null;
let ticket = '';
let now = null;
let thanked = false;
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
function button(name, text, press) {
  const element = make('button', name, text);
  element.type = 'button';
  element.addEventListener('click', press);
  return element;
}
function ask(path, body, good, bad) {
  fetch('/api/gatehouse/' + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'Accept-Language': lang, 'Content-Type': 'application/json' },
    body: body ? JSON.stringify(body) : undefined,
    credentials: 'omit',
  })
    .then(function (reply) {
      return reply.json();
    })
    .then(
      function (reply) {
        return reply.success
          ? good(reply.data)
          : bad(reply.errors && reply.errors.length > 0 ? reply.errors[0].msg : reply.msg);
      },
      function () {
        bad(t('failed'));
      },
    );
}
function isOpen() {
  return now !== null && (now.state === 'queued' || now.state === 'talking');
}
/** Asks again as long as somebody is on the way; a network that is away for a moment is waited for. */
function look() {
  clearTimeout(timer);
  if (!isOpen()) return;
  timer = setTimeout(function () {
    ask(
      'help/state',
      { ticket: ticket },
      function (data) {
        const changed = data.state !== now.state;
        now = data;
        if (changed) draw();
        look();
      },
      look,
    );
  }, EVERY_MS);
}
function showForm() {
  const form = make('form');
  if (!gate) {
    const label = make('label', '', t('plate'));
    label.htmlFor = 'plate';
    const input = make('input', 'field');
    input.id = 'plate';
    input.required = true;
    input.minLength = 5;
    input.maxLength = 12;
    input.autocomplete = 'off';
    form.appendChild(label);
    form.appendChild(input);
  }
  form.appendChild(make('p', 'note', t('hint')));
  const go = make('button', 'main', t('press'));
  go.type = 'submit';
  const why = make('p', 'bad');
  why.setAttribute('role', 'alert');
  form.appendChild(go);
  form.appendChild(why);
  form.addEventListener('submit', function (event) {
    event.preventDefault();
    go.disabled = true;
    why.textContent = '';
    const body = gate
      ? { parkId: parkId, gateId: gate }
      : { parkId: parkId, plate: document.getElementById('plate').value.trim().toUpperCase() };
    ask(
      'help/start',
      body,
      function (data) {
        ticket = data.ticket;
        now = data;
        thanked = false;
        draw();
        look();
      },
      function (text) {
        go.disabled = false;
        why.textContent = text;
      },
    );
  });
  page.appendChild(form);
}
function showRating(card) {
  if (thanked || now.rated) {
    card.appendChild(make('p', 'note', t('thanks')));
    return;
  }
  card.appendChild(make('p', '', t('rate')));
  const line = make('p');
  [1, 2, 3, 4, 5].forEach(function (points) {
    const one = button('plain', String(points), function () {
      ask(
        'help/rate',
        { ticket: ticket, rating: points },
        function (data) {
          now = data;
          thanked = true;
          draw();
        },
        function () {},
      );
    });
    // In one row; the style sheet is the pay page's too, which carries nothing of this page.
    one.style.cssText = 'display: inline-block; width: 18%; margin: 0 2% 0 0';
    one.setAttribute('aria-label', points + ' ' + t('points'));
    line.appendChild(one);
  });
  card.appendChild(line);
}
function showCall() {
  const card = make('section', 'card');
  const isOver = now.state === 'wrapup' || now.state === 'closed';
  const status = make('h2', isOver || now.state === 'talking' ? 'good' : '', t(isOver ? 'over' : now.state));
  status.id = 'state';
  card.appendChild(status);
  if (isOver) showRating(card);
  page.appendChild(card);
  if (now.state === 'queued') {
    page.appendChild(
      button('plain', t('cancel'), function () {
        ask(
          'help/end',
          { ticket: ticket },
          function (data) {
            now = data;
            draw();
          },
          function () {},
        );
      }),
    );
  } else if (!isOpen()) {
    page.appendChild(
      button('plain', t('again'), function () {
        now = null;
        draw();
      }),
    );
  }
}
function showFoot() {
  foot.textContent = '';
  if (!lot) return;
  if (lot.servicePhone) {
    foot.appendChild(make('span', '', t('phone') + ' '));
    const call = make('a', '', lot.servicePhone);
    call.href = 'tel:' + lot.servicePhone.replace(/[^\d+]/g, '');
    foot.appendChild(call);
    foot.appendChild(make('span', '', ' · '));
  }
  const pay = make('a', '', t('pay'));
  pay.href = '/m/pay?parkId=' + encodeURIComponent(parkId);
  foot.appendChild(pay);
}
function draw() {
  page.textContent = '';
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  document.getElementById('lang').textContent = lang === 'zh' ? 'English' : '中文';
  document.title = t('title');
  document.getElementById('park').textContent = lot ? lot.parkName : t('title');
  showFoot();
  if (!parkId) page.appendChild(make('p', 'wait', t('none')));
  else if (now) showCall();
  else showForm();
}
document.getElementById('lang').addEventListener('click', function () {
  lang = lang === 'zh' ? 'en' : 'zh';
  draw();
});
draw();
if (parkId) {
  ask(
    'driver/lot?parkId=' + encodeURIComponent(parkId),
    null,
    function (data) {
      lot = data;
      document.getElementById('park').textContent = lot.parkName;
      showFoot();
    },
    function () {},
  );
}
