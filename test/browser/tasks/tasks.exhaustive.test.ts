import { describeTasks, EVERY_PLACE } from '#harness/browser/tasks.ts';
import { ACCOUNT_TASKS } from './account.ts';
import { CHANGE_TASKS } from './changes.ts';
import { CODE_TASKS } from './codes.ts';
import { LIST_TASKS } from './lists.ts';

describeTasks('tasks-account', ACCOUNT_TASKS, EVERY_PLACE);
describeTasks('tasks-changes', CHANGE_TASKS, EVERY_PLACE);
describeTasks('tasks-codes', CODE_TASKS, EVERY_PLACE);
describeTasks('tasks-lists', LIST_TASKS, EVERY_PLACE);
