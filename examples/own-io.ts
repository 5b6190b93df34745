// A host with IO of its own: no port is lent, every question is answered by hand. Here the files are a Map.
import { createHash } from 'node:crypto';
import type { Answer, ContextError, Decision, Digest, Inquiry, Question, UserMessage } from 'contextfold';
import { agentInstructions, createContext, describeError } from 'contextfold';

const orThrow = <A>(result: { _tag: 'Left'; left: ContextError } | { _tag: 'Right'; right: A }): A => {
  if (result._tag === 'Left') throw new Error(describeError(result.left));
  return result.right;
};

const files = new Map([
  ['/repo/.git', ''],
  ['/repo/AGENTS.md', 'Write tests first.\n'],
  ['/repo/app/AGENTS.md', 'The application is in French.\n'],
]);

const sha1 = (text: string): Digest => createHash('sha1').update(text).digest('hex') as Digest;

/** One answer for one question; agent-instructions asks about files only. */
const answer = (question: Question): Answer => {
  const content = 'path' in question ? files.get(question.path) : undefined;
  switch (question.kind) {
    case 'probe':
      return content === undefined ? { _tag: 'absent' } : { _tag: 'present', size: Buffer.byteLength(content) };
    case 'read': {
      if (content === undefined) return { _tag: 'unavailable', reason: 'it has gone' };
      const bytes = Buffer.byteLength(content);
      if (bytes > question.maxBytes) return { _tag: 'too-large' };
      return { _tag: 'text', content, bytes, digest: sha1(content), trimmedDigest: sha1(content.trim()), lossy: false };
    }
    case 'list':
      return { _tag: 'unavailable', reason: 'this host lists no directories' };
    default:
      throw new Error(`nobody here can answer ${question.kind}`);
  }
};

const context = orThrow(createContext({ sources: [agentInstructions({ maxBytes: 65_536, home: '/home/me/.dsh' })] }));
const session = orThrow(context.open({ type: 'session', version: 1, id: 's1', createdAt: 0, cwd: '/repo/app' }));
const prompt: UserMessage = { id: 'm1', role: 'user', content: 'Hello.', source: { kind: 'user' } };

// A decision is a value: settled, or a batch of questions and what to do with their answers. Nothing here waits, but
// between two rounds a host may.
let inquiry: Inquiry<Decision> = session.inquire({ kind: 'pre-step', turn: 1, step: 1, messages: [prompt] });
let rounds = 0;
while (inquiry.kind === 'asking') {
  rounds += 1;
  inquiry = inquiry.resume(inquiry.questions.map(answer));
}
session.take(inquiry.value);

for (const { content } of inquiry.value.added) {
  for (const block of typeof content === 'string' ? [{ text: content }] : content) console.log(block.text);
}
console.log(`── told in ${rounds} rounds of questions`);
