// scratch: node zz_snap.mjs game plies moves-file  steps...
import { launch, person } from './support/browser.js';
import { bySide, createRoom, join, play, saved, vectors } from './support/play.js';
const O='http://127.0.0.1:18777';
const undo=[]; const t={after:(s)=>undo.unshift(s)};
const browser=await launch();
try { const mod=await import(process.argv[2]); await mod.default({browser,O,t,person,bySide,createRoom,join,play,saved,vectors}); }
finally { for (const s of undo) await s().catch(e=>console.log(String(e.message).slice(0,800))); await browser.close(); }
