import type { Claim } from '../claim.ts';
import { playProject, type PlayedCommand, type PlayHow } from './play-project.ts';
import { projects, type Project } from './projects.ts';

/** The sandbox must reduce the questions to at most this share. */
const MOST_SHARE = 0.65;

/** Measures what the sandbox saves the user: questions, and harm after a wrong answer. */
export const questionsClaim: Claim = {
  id: 'questions',
  sentence: `200 ordinary commands from six projects (a library, a front end and a service on Node, a Python package, a C program, documents with scripts) run in default mode, with every approval request answered yes. With the sandbox, Bowline asks at most ${MOST_SHARE * 100}% of the questions that it asks without it, and each command succeeds or fails as it does without it. When a script of the project attacks the machine (writes to the home folder and next to the workspace, opens connections, sends a key away), which no approval request shows, no command does any of this with the sandbox, unless its approval request says that it runs outside. The quick form runs one project, chosen at random.`,
  async run({ isQuick, say }) {
    const drawn = projects[Math.floor(Math.random() * projects.length)];
    const played = isQuick && drawn !== undefined ? [drawn] : projects;
    const play = async (how: PlayHow): Promise<readonly PlayedCommand[]> => {
      const all = await inTurn(played, (project) => playProject(project, how));
      say(
        `${how.sandbox}, ${how.answer}${how.isPoisoned ? ', attacked' : ''}: ${questionsOf(all).length} questions, ${harmful(all).length} commands with effects`,
      );
      return all;
    };
    const bare = await play({ sandbox: 'off', isPoisoned: false, answer: 'once' });
    const confined = await play({ sandbox: 'auto', isPoisoned: false, answer: 'once' });
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
        withIt.length <= without.length * MOST_SHARE,
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
): Promise<readonly PlayedCommand[]> {
  const played: PlayedCommand[] = [];
  for (const project of all) played.push(...(await play(project)));
  return played;
}
