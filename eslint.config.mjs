// For the window's components alone: oxlint, which holds everything else (.oxlintrc.json), cannot read templates.
import js from '@eslint/js';
import globals from 'globals';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import vue from 'eslint-plugin-vue';
import vueA11y from 'eslint-plugin-vuejs-accessibility';

/**
 * Whether rules apply that need types. For each component they make the types of the window anew, six sevenths of the work:
 * `npm test` leaves them to the night.
 */
const hasTypedRules = process.env['INTERLINEAR_LINT'] !== 'untyped';
/** @type {Parameters<typeof defineConfig>[number]} */
const untyped = {
  files: ['**/*.vue'],
  extends: [ts.configs.disableTypeChecked],
  // Directives against typed rules have nothing to disable.
  linterOptions: { reportUnusedDisableDirectives: 'off' },
  // vue-tsc holds these; without types the rules take them for faults.
  rules: { 'no-undef': 'off', 'vue/return-in-computed-property': 'off' },
};

export default defineConfig(
  { ignores: ['**/*.{js,mjs,cjs,ts}'] },
  js.configs.recommended,
  {
    files: ['**/*.vue'],
    extends: [...ts.configs.strictTypeChecked, ...ts.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: ['./renderer/tsconfig.json'], extraFileExtensions: ['.vue'] },
      globals: globals.browser,
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // An index access is checked by noUncheckedIndexedAccess; `!` after a bounds check says so in one character.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      eqeqeq: ['error', 'always'],
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'renderer/api is the only place that talks to the service.' },
      ],
    },
  },
  ...vue.configs['flat/recommended'],
  ...vueA11y.configs['flat/recommended'],
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      // Prettier formats.
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-self-closing': 'off',
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/multi-word-component-names': 'off',
      'vuejs-accessibility/label-has-for': ['error', { required: { some: ['nesting', 'id'] } }],
    },
  },
  ...(hasTypedRules ? [] : [untyped]),
);
