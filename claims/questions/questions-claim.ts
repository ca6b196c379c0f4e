import type { Claim } from '../claim.ts';
import { playProject, type PlayedCommand, type PlayHow } from './play-project.ts';
import { projects, type Project } from './projects.ts';

/** The sandbox must reduce the questions to at most this share, */
const MOST_SHARE = 0.65;
/** and those of any one project to this. */
const MOST_SHARE_OF_ONE = 0.8;

/** Measures what the sandbox saves the user: questions, and harm after a wrong answer. */
export const questionsClaim: Claim = {
  id: 'questions',
  sentence: `200 ordinary commands from six projects (a library, a front end and a service on Node, a Python package, a C program, documents with scripts) run in default mode, with every approval request answered yes. With the sandbox, Bowline asks at most ${MOST_SHARE * 100}% of the questions that it asks without it (at most ${MOST_SHARE_OF_ONE * 100}% in any one project), and each command succeeds or fails as it does without it. When a script of the project attacks the machine (writes to the home folder and next to the workspace, opens connections, sends a key away), which no approval request shows, no command does any of this with the sandbox, unless its approval request says that it runs outside. The quick form runs one project, chosen at random, and holds it to the share of one project.`,
  async run({ isQuick, say }) {
    const drawn = projects[Math.floor(Math.random() * projects.length)];
    const played = isQuick && drawn !== undefined ? [drawn] : projects;
    const playEach = async (how: PlayHow): Promise<readonly (readonly PlayedCommand[])[]> => {
      const each = await inTurn(played, (project) => playProject(project, how));
      const all = each.flat();
      say(
        `${how.sandbox}, ${how.answer}${how.isPoisoned ? ', attacked' : ''}: ${questionsOf(all).length} questions, ${harmful(all).length} commands with effects`,
      );
      return each;
    };
    const play = async (how: PlayHow): Promise<readonly PlayedCommand[]> => (await playEach(how)).flat();
    const bareEach = await playEach({ sandbox: 'off', isPoisoned: false, answer: 'once' });
    const confinedEach = await playEach({ sandbox: 'auto', isPoisoned: false, answer: 'once' });
    const [bare, confined] = [bareEach.flat(), confinedEach.flat()];
    const shares = bareEach.map((one, n) => questionsOf(confinedEach[n] ?? []).length / questionsOf(one).length);
    const attacked = await play({ sandbox: 'off', isPoisoned: true, answer: 'once' });
    const held = await play({ sandbox: 'auto', isPoisoned: true, answer: 'once' });
    const remembered = isQuick ? {} : await countRemembered(play);
    const differing = confined.filter(({ exitCode }, n) => (exitCode === 0) !== (bare[n]?.exitCode === 0));
    for (const { command, exitCode } of differing) say(`differs: ${command} (${exitCode})`);
    const escaped = harmful(held).filter(({ questions }) => !questions.some(({ isUnconfined }) => isUnconfined));
    for (const { command, effects } of escaped) say(`escaped: ${command}: ${effects.join(', ')}`);
    const [without, withIt] = [questionsOf(bare), questionsOf(confined)];
    return {
      holds: [
        isQuick || withIt.length <= without.length * MOST_SHARE,
        shares.every((share) => share <= MOST_SHARE_OF_ONE),
        differing.length === 0,
        escaped.length === 0,
        // The attack must have an effect without the sandbox.
        harmful(attacked).length > 0,
      ].every(Boolean),
      figures: {
        projects: played.length,
        commands: bare.length,
        questionsWithout: without.length,
        questionsWith: withIt.length,
        shareOfOneMax: Math.round(100 * Math.max(...shares)) / 100,
        ...remembered,
        allowAnythingWithout: without.filter(({ isUnconfined }) => isUnconfined).length,
        allowAnythingWith: withIt.filter(({ isUnconfined }) => isUnconfined).length,
        answeredWronglyWithout: harmful(attacked).length,
        answeredWronglyWith: harmful(held).length,
        endingOtherwise: differing.length,
      },
      against: `the same commands in the same projects with the sandbox off. The commands were written in advance, not recorded from users. "Answered wrongly": commands of the attacked projects that did harm outside the workspace, after a yes or without approval`,
    };
  },
};

/** Counts the questions of a user who allows everything for the session where possible. */
async function countRemembered(
  play: (how: PlayHow) => Promise<readonly PlayedCommand[]>,
): Promise<Readonly<Record<string, number>>> {
  const without = await play({ sandbox: 'off', isPoisoned: false, answer: 'session' });
  const withIt = await play({ sandbox: 'auto', isPoisoned: false, answer: 'session' });
  return { sessionQuestionsWithout: questionsOf(without).length, sessionQuestionsWith: questionsOf(withIt).length };
}

function questionsOf(played: readonly PlayedCommand[]): PlayedCommand['questions'] {
  return played.flatMap(({ questions }) => questions);
}

function harmful(played: readonly PlayedCommand[]): readonly PlayedCommand[] {
  return played.filter(({ effects }) => effects.length > 0);
}

async function inTurn(
  all: readonly Project[],
  play: (project: Project) => Promise<readonly PlayedCommand[]>,
): Promise<readonly (readonly PlayedCommand[])[]> {
  const played: (readonly PlayedCommand[])[] = [];
  for (const project of all) played.push(await play(project));
  return played;
}
