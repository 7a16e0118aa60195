// Courses are walked through on a phone: three of them, by touch, by keys and by the accessibility tree. `./check --long`, or
// `YIGUAN_LONG=1`, walks through every course by all three, each step with every wrong try first, then in each way that it accepts. `COURSE_PICTURES=<folder>` keeps
// pictures, in the language of `COURSE_LANGUAGE`.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { launch, person } from './support/browser.js';
import { GAMES, HANDS, Learner } from './support/courses.js';
import { LONG, sample } from './support/long.js';
import { Server } from './support/server.js';

const PHONE = { viewport: { width: 390, height: 664 }, hasTouch: true };
const LANGUAGE = /** @type {'en' | 'zh' | 'ja'} */ (process.env.COURSE_LANGUAGE ?? 'en');
const FOLDER = process.env.COURSE_PICTURES;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const WAYS = Object.entries(HANDS);

for (const [index, { id }] of sample(GAMES, WAYS.length).entries()) {
  for (const [name, hand] of LONG ? WAYS : WAYS.slice(index % WAYS.length).slice(0, 1)) {
    test(`the course of ${id} is walked through by ${name}`, async (t) => {
      const server = await Server.start(t);
      const page = await person(t, browser, { ...PHONE, locale: LANGUAGE === 'en' ? 'en-GB' : LANGUAGE });
      const picture = async (of) => {
        if (!FOLDER || name !== 'touch') return;
        mkdirSync(FOLDER, { recursive: true });
        await page.screenshot({ path: join(FOLDER, `${id}-${of}-${LANGUAGE}.png`) });
      };
      const learner = new Learner(page, server.origin, id, hand, { language: LANGUAGE, thorough: LONG, picture });
      await learner.open();
      for (const step of learner.steps) await t.test(step.id, () => learner.do(step));
      await page.getByTestId('lesson-end').waitFor();
      await picture('end');
    });
  }
}
