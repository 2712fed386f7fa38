import type { ShellTexts } from './en.ts';

export const fr: ShellTexts = {
  menuFile: '&Fichier',
  menuOpen: '&Ouvrir…',
  menuServer: 'Se connecter à un &serveur d’équipe…',
  menuWorkHere: '&Travailler sur cette machine',
  menuSettings: 'Réglages…',
  menuClose: 'Fermer la fenêtre',
  menuQuit: 'Quitter {app}',
  menuEdit: '&Édition',
  menuUndo: '&Annuler',
  menuRedo: '&Rétablir',
  menuCut: 'Co&uper',
  menuCopy: '&Copier',
  menuPaste: 'C&oller',
  menuPastePlain: 'Coller en adaptant le style',
  menuDelete: '&Supprimer',
  menuSelectAll: '&Tout sélectionner',
  menuSubstitutions: 'Substitutions',
  menuShowSubstitutions: 'Afficher les substitutions',
  menuSmartQuotes: 'Guillemets typographiques',
  menuSmartDashes: 'Tirets typographiques',
  menuTextReplacement: 'Remplacement de texte',
  menuSpeech: 'Parole',
  menuStartSpeaking: 'Lire à voix haute',
  menuStopSpeaking: 'Arrêter la lecture',
  menuView: '&Affichage',
  menuCommands: '&Commandes…',
  menuActualSize: '&Taille réelle',
  menuZoomIn: 'A&grandir',
  menuZoomOut: '&Réduire',
  menuFullScreen: '&Plein écran',
  menuWindow: 'Fe&nêtre',
  menuMinimize: '&Réduire dans la barre',
  menuZoom: 'Zoom',
  menuFront: 'Tout ramener au premier plan',
  menuHelp: 'A&ide',
  menuShortcuts: '&Raccourcis clavier',
  menuApiDocs: '&Documentation de l’API',
  menuLogFolder: 'Dossier du &journal',
  menuAbout: 'À propos de {app}',
  menuServices: 'Services',
  menuHide: 'Masquer {app}',
  menuHideOthers: 'Masquer les autres',
  menuShowAll: 'Tout afficher',

  aboutCredits: 'Les documents restent sur votre machine.',
  aboutCopyright: 'Licence MIT. The Interlinear developers',

  couldNotStart: '{app} n’a pas pu démarrer',
  serviceSays: 'Le service indique : {said}',
  hasToClose: '{app} doit se fermer',
  unexpected:
    'Une erreur qui n’était pas prévue. Rien n’est perdu : les tâches en cours reprennent au prochain démarrage.\n\nPour la signaler : {message}',

  typeDocuments: 'Documents',
  typeAll: 'Tous les fichiers',
  typeJson: 'JSON',
  typeTmx: 'Mémoire de traduction (TMX)',
  typeXliff: 'XLIFF',

  saveHere: 'Enregistrer ici',
  nameTaken: '« {name} » est déjà dans ce dossier.',
  namesTaken:
    '{n} fichier portant un de ces noms est déjà dans ce dossier. | {n} fichiers portant ces noms sont déjà dans ce dossier.',
  keepBoth: 'Garder les deux',
  replace: 'Remplacer',
  cancel: 'Annuler',

  notOurs: 'Ce n’est pas un fichier du service.',
  noOriginal: 'On ne sait pas d’où venait ce document. Enregistrez-le à un endroit de votre choix.',
  onlySaved: 'Seuls les fichiers enregistrés d’ici peuvent être ouverts d’ici.',
  noProgram: 'Aucun programme n’a pu ouvrir ce fichier.',
  folderNotOpened: 'Le système n’a pas pu ouvrir ce dossier.',
  stillRunning: 'Cette tâche est encore en cours. Enregistrez-la quand elle sera terminée.',
  noAnswer: 'Le fichier n’est pas arrivé entier du service. Enregistrez-le à nouveau.',

  saveDenied: 'Vous n’avez pas le droit d’écrire dans ce dossier. Choisissez-en un autre.',
  saveBusy:
    'Le fichier est ouvert dans un autre programme. Fermez-le là-bas ou enregistrez sous un autre nom.',
  saveShareFull: 'Votre part de ce disque est épuisée. Faites de la place ou choisissez un autre disque.',
  saveTaken: 'Le fichier n’a pas pu être écrit à côté de celui qui s’y trouve. Enregistrez-le à nouveau.',
  saveTooLarge: 'Le fichier est trop grand pour ce disque. Choisissez-en un autre.',
  saveDiskFails: 'Le disque n’a pas pu être écrit. Choisissez-en un autre.',
  saveFolderThere: 'Il y a un dossier de ce nom. Enregistrez sous un autre nom.',
  saveNameTooLong: 'Le nom est trop long pour ce disque. Enregistrez sous un nom plus court.',
  saveFolderGone: 'Le dossier n’est plus là. Choisissez-en un autre.',
  saveDiskFull: 'Le disque est plein. Faites de la place ou choisissez un autre disque.',
  saveNotAllowed:
    'Le fichier est ouvert dans un autre programme ou ne peut pas être modifié. Fermez-le là-bas ou enregistrez sous un autre nom.',
  saveReadOnly: 'Ce disque est en lecture seule. Choisissez-en un autre.',
  saveFailed:
    'Le fichier n’a pas pu être enregistré : le système indique {code}. Choisissez un autre endroit.',

  openDenied: 'Vous n’avez pas le droit de lire ce fichier.',
  openBusy: 'Le fichier est verrouillé par un autre programme. Fermez-le là-bas et rouvrez-le ici.',
  openFolder: 'C’est un dossier. Ouvrez les fichiers qu’il contient.',
  openGone: 'Le fichier n’est plus là.',
  openNotAllowed: 'Le fichier est verrouillé par un autre programme ou ne peut pas être lu.',
  openTooLarge: 'Le fichier dépasse {mb} Mo. Divisez-le et ouvrez les parties.',
  openFailed: 'Le fichier n’a pas pu être lu : le système indique {code}.',

  folderElsewhere: 'Le dossier des données est sur le serveur, pas sur cette machine.',
  tryAgain: 'Réessayer',
  workHere: 'Travailler sur cette machine',
  serverLater:
    'Vous pouvez travailler sur cette machine en attendant. {app} réessaiera le serveur à son prochain démarrage.',
  serverNoAddress:
    'Ce n’est pas l’adresse d’un serveur. Écrivez son nom et son port, par exemple team.example:4717.',
  serverNoAuthority:
    'Le fichier ne contient aucun certificat au format PEM. Choisissez le fichier de l’autorité du serveur.',
  serverOtherAuthority:
    'Le certificat de {host} n’est pas de cette autorité. Choisissez un autre fichier, ou n’en choisissez aucun et comparez l’empreinte.',
  serverNoKeychain:
    'La clé n’a pas été enregistrée : ce système n’a pas de trousseau qui la garde secrète. Déverrouillez-en ou installez-en un, ou démarrez {app} avec la clé dans INTERLINEAR_SERVER_KEY.',
  serverKeyLost:
    'Le trousseau ne rend pas la clé de {host}. Déverrouillez-le et réessayez, ou travaillez sur cette machine et reconnectez-vous.',
  serverExpired: 'Le certificat de {host} a expiré le {date}. Son administrateur doit le renouveler.',
  serverEarly:
    'Le certificat de {host} n’est pas valable avant le {date}. Vérifiez l’horloge de cette machine.',
  serverOtherName:
    'Le certificat de {host} est pour un autre nom ({names}). Connectez-vous avec le nom pour lequel il a été fait.',
  serverUnknown:
    'Cette machine ne fait plus confiance à l’autorité du certificat de {host}. Demandez à son administrateur ce qui a changé, puis reconnectez-vous.',
  serverChanged:
    'Le certificat de {host} n’est pas celui que vous avez confirmé. Demandez à son administrateur s’il a été renouvelé ; si oui, reconnectez-vous et comparez.',
  serverNotFound: 'Aucune machine ne s’appelle {name}. Vérifiez l’adresse et le réseau.',
  serverSilent: 'Rien ne répond à {host}. Vérifiez l’adresse et le réseau, et que le serveur fonctionne.',
  serverNoTls:
    'Le programme à {host} ne parle pas TLS. Vérifiez le port, et que le serveur a été démarré avec un certificat.',
  serverStopped: '{host} ne répond plus. Réessayez.',
  serverForeign: 'Le programme à {host} n’est pas Interlinear. Vérifiez l’adresse et le port.',
  serverKey: 'Le serveur {host} ne connaît pas cette clé. Demandez-en une nouvelle à son administrateur.',
  serverName:
    'Le serveur ne répond pas au nom {name}. Son administrateur doit le démarrer avec --allowed-host {name}.',
  serverVersion:
    '{host} a la version {theirs}, ce programme est la version {ours}. Installez la version du serveur.',
  serverFailing:
    '{host} répond par une erreur ({status}). Réessayez plus tard, ou demandez à son administrateur.',

  batch: 'Un lot',
  jobDone: '{name} est traduit',
  jobFailed: '{name} n’a pas été traduit',
  fromTo: '{from} vers {to}',
  jobsDone: '{n} tâche terminée | {n} tâches terminées',
  jobsFailed: '{n} tâche a échoué | {n} tâches ont échoué',

  jobsRunning: '{n} tâche est encore en cours. | {n} tâches sont encore en cours.',
  jobsGoOn: 'Rien n’est perdu : elles reprennent là où elles en sont quand {app} est relancé.',
  filesUnsent: '{n} fichier n’est pas encore envoyé. | {n} fichiers ne sont pas encore envoyés.',
  filesLost: 'Les fichiers non envoyés devront être déposés à nouveau.',
  onlyJobsGoOn: 'Les tâches en cours reprennent là où elles en sont quand {app} est relancé.',
  quitNow: 'Quitter maintenant',
  keepWorking: 'Continuer',

  pageGoneAgain: 'La fenêtre s’est arrêtée deux fois en une minute.',
  pageNotLoaded: 'La page de la fenêtre n’a pas pu être chargée.',
  pageNotLoadedWhy: 'Le service ne l’a pas envoyée : {reason}.',
  pageHangs: 'La fenêtre ne répond pas.',
  runningGoOn: 'Les tâches en cours continuent dans tous les cas.',
  loadAgain: 'Recharger',
  close: 'Fermer',
  wait: 'Attendre',
  goneEnded: 'Son processus s’est terminé.',
  goneError: 'Son processus s’est terminé sur une erreur.',
  goneKilled: 'Son processus a été arrêté de l’extérieur.',
  goneCrashed: 'Son processus a planté.',
  goneMemory: 'Son processus a manqué de mémoire.',
  goneNotStarted: 'Son processus n’a pas pu être lancé.',
  goneNotSigned: 'Son processus a été refusé : son code n’est pas celui qui a été signé.',
  goneEvicted: 'Son processus a été arrêté pour libérer de la mémoire.',
  goneOtherwise: 'Son processus n’est plus là ({reason}).',
};
