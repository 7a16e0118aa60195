import { launch } from './support/browser.js';
import { Server } from './support/server.js';
import { guest, resign } from './support/tables.js';
import fs from 'fs';
const out=process.argv[2]; fs.mkdirSync(out,{recursive:true});
const afters=[]; const t={after:f=>afters.unshift(f)};
const server=await Server.start(t); const b=await launch();
const ctx=await b.newContext({viewport:{width:1280,height:800},reducedMotion:'reduce'});
const page=await ctx.newPage();
await page.goto(server.origin+'/offline');
const opponent=await guest(server.origin);
const mk=async s=>opponent.open(s);
const over=await mk({game:'xiangqi'}); await page.request.post(`${server.origin}/api/matches/${over}/join`,{data:{}}); await resign(page,over);
const open=await mk({game:'diu-fang'});
const room=await mk({game:'shogi'}); await page.request.post(`${server.origin}/api/matches/${room}/join`,{data:{}});
for (const [n,u] of [['open',`/m/${open}`],['room',`/m/${room}`],['game',`/g/${over}`],['local','/local?game=xiangqi'],['setup','/local?game=shogi&setup=1'],['choose','/analysis']]) for (const [w,h] of [[1280,800],[390,844],[844,390]]) {
 await page.setViewportSize({width:w,height:h}); await page.goto(server.origin+u); await page.waitForLoadState('networkidle'); await page.waitForTimeout(300);
 await page.screenshot({path:`${out}/${n}-${w}.png`, mask: []});
}
await b.close(); for(const f of afters) await f();
