// Tables made without a page: many at once, or in whatever state.

/**
 * A guest who is asked for by token, not by cookie.
 *
 * @param {string} origin
 */
export async function guest(origin) {
  const made = await fetch(`${origin}/api/guests`, { method: 'POST' });
  const { token } = await made.json();
  const ask = async (path, body) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    /** Opens a table. @returns {Promise<string>} its id */
    open: async (setup) => (await ask('/api/matches', setup)).id,
    /** Takes the free seat of one. @param {string} id */
    join: (id) => ask(`/api/matches/${id}/join`, {}),
  };
}

/**
 * Has the visitor of a page, who plays there, resign.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} id
 */
export const resign = (page, id) =>
  page.evaluate(
    (match) =>
      new Promise((done, fail) => {
        const socket = new WebSocket(`/ws/matches/${match}`);
        socket.onopen = () => socket.send(JSON.stringify({ type: 'resign', id: 'resign' }));
        socket.onclose = () => fail(new Error('the socket closed'));
        socket.onmessage = ({ data }) => {
          const { type } = JSON.parse(data);
          if (type === 'ack') done(undefined);
          if (type === 'nack') fail(new Error(data));
        };
      }),
    id,
  );
