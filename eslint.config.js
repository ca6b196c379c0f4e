import tseslint from 'typescript-eslint';
import unicorn from 'eslint-plugin-unicorn';

const noPlainThrow = {
  selector: 'ThrowStatement > NewExpression[callee.name=/^(Type|Range)?Error$/]',
  message: 'Throw an AgentError with a code (protocol/src/errors.ts).',
};
const noModuleMocks = {
  selector: 'CallExpression[callee.object.name="vi"][callee.property.name="mock"]',
  message: 'Pass a fake from @bowline/testkit instead.',
};
const noDoubleCast = {
  selector: 'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]',
  message: 'Parse it, or fix the type.',
};
const noProcess = { name: 'process', message: 'Only main.ts files touch process; pass what you need.' };

export default tseslint.config(
  { ignores: ['**/dist/**', '**/*.cjs', 'eslint.config.js', '.cache/**'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { unicorn },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 80 }],
      'max-params': ['error', 3],
      complexity: ['error', 12],
      'unicorn/filename-case': ['error', { case: 'kebabCase' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/require-await': 'off', // the ports are async by contract
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_$', argsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', noPlainThrow, noModuleMocks, noDoubleCast],
      'no-restricted-globals': ['error', noProcess],
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'tests/**', 'bench/**', 'packages/testkit/**'],
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-syntax': ['error', noModuleMocks, noDoubleCast],
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
  {
    files: [
      'scripts/**',
      'bench/**',
      'tests/**',
      'vitest.config.ts',
      '**/main.ts',
      '**/examples/**',
      '**/*.test.{ts,tsx}',
    ],
    rules: { 'no-console': 'off', 'no-restricted-globals': 'off' },
  },
);
