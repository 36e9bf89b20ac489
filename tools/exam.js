// Moves the items onto pages, as many as fit, and returns the ids of those that fit on none.
() => {
  const items = [...document.querySelectorAll('.item')], too_tall = [], pages = [];
  const open = () => {
    const page = document.createElement('section');
    page.innerHTML = '<div class="room"></div><footer></footer>';
    document.body.append(page);
    pages.push(page);
    return page.firstChild;
  };
  const full = room =>
    room.scrollHeight > room.clientHeight || room.scrollWidth > room.clientWidth;
  let room = open();
  room.append(document.querySelector('header'));
  for (const item of items) {
    room.append(item);
    if (full(room)) { room = open(); room.append(item); }
    if (full(room)) too_tall.push(item.dataset.id);
  }
  const sum = items => items.reduce((all, item) => all + Number(item.dataset.points), 0);
  pages.forEach((page, at) => {
    const here = sum([...page.querySelectorAll('.item')]);
    page.lastChild.textContent = `${document.title} · page ${at + 1} of ${pages.length} · ` +
      `points on this page: ____ of ${here}, in all ${sum(items)}`;
  });
  return too_tall;
}
