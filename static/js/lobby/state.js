// @ts-check
// The tables that the lobby knows of. Nothing here draws.

/** @typedef {import('../net/protocol.js').Room} Room */
/** @typedef {import('../net/protocol.js').LobbyMessage} LobbyMessage */

/**
 * @typedef {object} LobbyState
 * @property {Map<string, Room>} rooms
 * @property {{players: number, live: number} | null} counts
 */

/** @returns {LobbyState} */
export const emptyLobby = () => ({ rooms: new Map(), counts: null });

/**
 * @param {LobbyState} state
 * @param {LobbyMessage} message
 * @returns {LobbyState}
 */
export function receive(state, message) {
  switch (message.type) {
    case 'rooms':
      return { ...state, rooms: new Map(message.rooms.map((room) => [room.id, room])) };
    case 'room': {
      const rooms = new Map(state.rooms);
      rooms.set(message.room.id, message.room);
      return { ...state, rooms };
    }
    case 'gone': {
      const rooms = new Map(state.rooms);
      rooms.delete(message.id);
      return { ...state, rooms };
    }
    case 'counts':
      return { ...state, counts: { players: message.players, live: message.live } };
    default:
      return state;
  }
}

/**
 * The rooms in a state, those this visitor sits in first, then the newest.
 *
 * @param {LobbyState} state
 * @param {'open' | 'live'} wanted
 * @param {string | null} visitor
 */
export function roomsIn(state, wanted, visitor) {
  return [...state.rooms.values()]
    .filter((room) => room.state === wanted)
    .sort((a, b) => Number(sits(b, visitor)) - Number(sits(a, visitor)) || b.created_at - a.created_at);
}

/**
 * @param {Room} room
 * @param {string | null} visitor
 */
export const sits = (room, visitor) =>
  visitor !== null && (room.players.first?.id === visitor || room.players.second?.id === visitor);
