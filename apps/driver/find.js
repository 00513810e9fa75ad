/** Where the car stands: by its plate or the end of it. Written for old phones, as the driver's page; it keeps nothing. */
const words = {
  zh: {
    title: '反向寻车',
    none: '请扫描车场内的寻车二维码。',
    failed: '网络不通，请重试',
    plate: '车牌号（完整，或末尾至少四位）',
    find: '查找车位',
    again: '重新查找',
    space: '车位',
    floor: '楼层',
    several: '有多辆车相符，请按楼层与车位辨认。',
    here: '您的车在这里',
    you: '标注点',
  },
  en: {
    title: 'Find my car',
    none: 'Please scan a code of the car park.',
    failed: 'No connection, please try again',
    plate: 'Plate (whole, or at least its last four signs)',
    find: 'Find',
    again: 'Look again',
    space: 'Space',
    floor: 'Floor',
    several: 'Several cars match: tell yours by floor and space.',
    here: 'Your car is here',
    you: 'Point',
  },
};
const query = new URLSearchParams(location.search);
const parkId = query.get('parkId') || '';
let lang = query.get('lang') || (/^zh/i.test(navigator.language || 'zh') ? 'zh' : 'en');
if (!words[lang]) lang = 'zh';
const page = document.getElementById('page');
const SVG = 'http://www.w3.org/2000/svg';
let answer = null;

function t(key) {
  return words[lang][key];
}
function make(tag, name, text) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined && text !== null) element.textContent = text;
  return element;
}
function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  Object.keys(attributes).forEach(function (key) {
    element.setAttribute(key, String(attributes[key]));
  });
  return element;
}
function ask(plate, good, bad) {
  fetch('/api/gatehouse/find/car', {
    method: 'POST',
    headers: { 'Accept-Language': lang, 'Content-Type': 'application/json' },
    body: JSON.stringify({ parkId: parkId, plate: plate }),
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
/** The outline of the floor with its lifts and exits, and the one space. */
function plan(of) {
  const picture = shape('svg', {
    viewBox: [-2, -2, of.width + 4, of.height + 4].join(' '),
    width: '100%',
    role: 'img',
    'aria-label': t('here'),
  });
  picture.appendChild(
    shape('rect', {
      x: 0,
      y: 0,
      width: of.width,
      height: of.height,
      fill: '#eef1f5',
      stroke: '#b6c0cc',
      'stroke-width': 0.4,
    }),
  );
  (Array.isArray(of.points) ? of.points : []).forEach(function (point) {
    if (typeof point.x !== 'number' || typeof point.y !== 'number') return;
    picture.appendChild(shape('circle', { cx: point.x, cy: point.y, r: 1.2, fill: '#55606f' }));
    const name = shape('text', { x: point.x + 1.8, y: point.y + 1, 'font-size': 3, fill: '#1b2430' });
    name.textContent = String(point.name || t('you')).slice(0, 20);
    picture.appendChild(name);
  });
  if (of.x !== null && of.y !== null) {
    const [w, h] = [of.w || 2.5, of.h || 5];
    picture.appendChild(
      shape('rect', {
        x: of.x,
        y: of.y,
        width: w,
        height: h,
        fill: '#c2410c',
        transform: 'rotate(' + [of.angle || 0, of.x + w / 2, of.y + h / 2].join(' ') + ')',
      }),
    );
    picture.appendChild(
      shape('circle', {
        cx: of.x + w / 2,
        cy: of.y + h / 2,
        r: 5,
        fill: 'none',
        stroke: '#c2410c',
        'stroke-width': 0.8,
      }),
    );
  }
  return picture;
}
function row(into, name, value) {
  const element = make('div', 'row');
  element.appendChild(make('span', '', name));
  element.appendChild(make('span', '', value));
  into.appendChild(element);
}
function showFound() {
  document.getElementById('park').textContent = answer.parkName;
  if (answer.found.length > 1) page.appendChild(make('p', 'note', t('several')));
  answer.found.forEach(function (spot) {
    const card = make('section', 'card');
    card.appendChild(make('h2', 'good', spot.floor + ' · ' + spot.spaceNo));
    row(card, t('floor'), spot.floor);
    row(card, t('space'), spot.spaceNo);
    card.appendChild(plan(spot.plan));
    page.appendChild(card);
  });
  const again = make('button', 'plain', t('again'));
  again.type = 'button';
  again.addEventListener('click', function () {
    answer = null;
    draw();
  });
  page.appendChild(again);
}
function showForm() {
  const form = make('form');
  const label = make('label', '', t('plate'));
  label.htmlFor = 'plate';
  const input = make('input', 'field');
  input.id = 'plate';
  input.required = true;
  input.minLength = 4;
  input.maxLength = 12;
  input.autocomplete = 'off';
  const go = make('button', 'main', t('find'));
  go.type = 'submit';
  const why = make('p', 'bad');
  why.setAttribute('role', 'alert');
  [label, input, go, why].forEach(function (each) {
    form.appendChild(each);
  });
  form.addEventListener('submit', function (event) {
    event.preventDefault();
    go.disabled = true;
    why.textContent = '';
    ask(
      input.value.trim().toUpperCase(),
      function (data) {
        answer = data;
        draw();
      },
      function (text) {
        go.disabled = false;
        why.textContent = text;
      },
    );
  });
  page.appendChild(form);
}
function draw() {
  page.textContent = '';
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  document.getElementById('lang').textContent = lang === 'zh' ? 'English' : '中文';
  document.title = t('title');
  if (answer) return showFound();
  document.getElementById('park').textContent = t('title');
  if (!parkId) page.appendChild(make('p', 'wait', t('none')));
  else showForm();
}
document.getElementById('lang').addEventListener('click', function () {
  lang = lang === 'zh' ? 'en' : 'zh';
  draw();
});
draw();
