import type { ShellTexts } from './en.ts';

export const de: ShellTexts = {
  menuFile: '&Datei',
  menuOpen: 'Ö&ffnen …',
  menuServer: 'Mit &Team-Server verbinden …',
  menuWorkHere: 'A&uf diesem Rechner arbeiten',
  menuSettings: 'Einstellungen …',
  menuClose: 'Fenster schließen',
  menuQuit: '{app} beenden',
  menuEdit: '&Bearbeiten',
  menuUndo: '&Rückgängig',
  menuRedo: '&Wiederholen',
  menuCut: 'A&usschneiden',
  menuCopy: '&Kopieren',
  menuPaste: '&Einfügen',
  menuPastePlain: 'Einfügen und Stil anpassen',
  menuDelete: '&Löschen',
  menuSelectAll: '&Alles auswählen',
  menuSubstitutions: 'Ersetzungen',
  menuShowSubstitutions: 'Ersetzungen einblenden',
  menuSmartQuotes: 'Typografische Anführungszeichen',
  menuSmartDashes: 'Typografische Gedankenstriche',
  menuTextReplacement: 'Textersetzung',
  menuSpeech: 'Sprachausgabe',
  menuStartSpeaking: 'Vorlesen',
  menuStopSpeaking: 'Vorlesen beenden',
  menuView: '&Ansicht',
  menuCommands: '&Befehle …',
  menuActualSize: '&Originalgröße',
  menuZoomIn: 'Ver&größern',
  menuZoomOut: 'Ver&kleinern',
  menuFullScreen: '&Vollbild',
  menuWindow: '&Fenster',
  menuMinimize: '&Minimieren',
  menuZoom: 'Zoomen',
  menuFront: 'Alle nach vorne bringen',
  menuHelp: '&Hilfe',
  menuShortcuts: '&Tastenkürzel',
  menuApiDocs: 'API-&Dokumentation',
  menuLogFolder: 'Ordner des &Protokolls',
  menuAbout: 'Über {app}',
  menuServices: 'Dienste',
  menuHide: '{app} ausblenden',
  menuHideOthers: 'Andere ausblenden',
  menuShowAll: 'Alle einblenden',

  aboutCredits: 'Dokumente bleiben auf Ihrem Rechner.',
  aboutCopyright: 'MIT-Lizenz. The Interlinear developers',

  couldNotStart: '{app} konnte nicht starten',
  serviceSays: 'Der Dienst meldet: {said}',
  hasToClose: '{app} muss beendet werden',
  unexpected:
    'Ein unvorhergesehener Fehler. Nichts geht verloren: Laufende Aufträge gehen beim nächsten Start weiter.\n\nFür einen Fehlerbericht: {message}',

  typeDocuments: 'Dokumente',
  typeAll: 'Alle Dateien',
  typeJson: 'JSON',
  typeTmx: 'Translation Memory (TMX)',
  typeXliff: 'XLIFF',

  saveHere: 'Hier speichern',
  nameTaken: '„{name}“ gibt es in diesem Ordner schon.',
  namesTaken:
    '{n} Datei mit einem dieser Namen gibt es in diesem Ordner schon. | {n} Dateien mit diesen Namen gibt es in diesem Ordner schon.',
  keepBoth: 'Beide behalten',
  replace: 'Ersetzen',
  cancel: 'Abbrechen',

  notOurs: 'Das ist keine Datei des Dienstes.',
  noOriginal: 'Es ist nicht bekannt, woher dieses Dokument kam. Speichern Sie es an einem Ort Ihrer Wahl.',
  onlySaved: 'Von hier lassen sich nur Dateien öffnen, die von hier gespeichert wurden.',
  noProgram: 'Kein Programm konnte diese Datei öffnen.',
  folderNotOpened: 'Das System konnte diesen Ordner nicht öffnen.',
  stillRunning: 'Dieser Auftrag läuft noch. Speichern Sie ihn, sobald er fertig ist.',
  noAnswer: 'Die Datei kam nicht vollständig vom Dienst. Speichern Sie sie noch einmal.',

  saveDenied: 'Für diesen Ordner fehlt die Schreibberechtigung. Wählen Sie einen anderen.',
  saveBusy:
    'Die Datei ist in einem anderen Programm geöffnet. Schließen Sie sie dort oder speichern Sie unter einem anderen Namen.',
  saveShareFull:
    'Ihr Anteil an diesem Datenträger ist aufgebraucht. Schaffen Sie Platz oder wählen Sie einen anderen.',
  saveTaken: 'Die Datei konnte nicht neben die vorhandene geschrieben werden. Speichern Sie sie noch einmal.',
  saveTooLarge: 'Die Datei ist zu groß für diesen Datenträger. Wählen Sie einen anderen.',
  saveDiskFails: 'Auf den Datenträger konnte nicht geschrieben werden. Wählen Sie einen anderen.',
  saveFolderThere: 'Es gibt einen Ordner dieses Namens. Speichern Sie unter einem anderen Namen.',
  saveNameTooLong: 'Der Name ist zu lang für diesen Datenträger. Speichern Sie unter einem kürzeren.',
  saveFolderGone: 'Den Ordner gibt es nicht mehr. Wählen Sie einen anderen.',
  saveDiskFull: 'Der Datenträger ist voll. Schaffen Sie Platz oder wählen Sie einen anderen.',
  saveNotAllowed:
    'Die Datei ist in einem anderen Programm geöffnet oder darf nicht geändert werden. Schließen Sie sie dort oder speichern Sie unter einem anderen Namen.',
  saveReadOnly: 'Dieser Datenträger ist schreibgeschützt. Wählen Sie einen anderen.',
  saveFailed:
    'Die Datei konnte nicht gespeichert werden: Das System meldet {code}. Wählen Sie einen anderen Ort.',

  openDenied: 'Für diese Datei fehlt die Leseberechtigung.',
  openBusy:
    'Die Datei ist von einem anderen Programm gesperrt. Schließen Sie sie dort und öffnen Sie sie noch einmal.',
  openFolder: 'Das ist ein Ordner. Öffnen Sie die Dateien darin.',
  openGone: 'Die Datei gibt es nicht mehr.',
  openNotAllowed: 'Die Datei ist von einem anderen Programm gesperrt oder darf nicht gelesen werden.',
  openTooLarge: 'Die Datei ist größer als {mb} MB. Teilen Sie sie und öffnen Sie die Teile.',
  openFailed: 'Die Datei konnte nicht gelesen werden: Das System meldet {code}.',

  folderElsewhere: 'Der Datenordner liegt auf dem Server, nicht auf diesem Rechner.',
  tryAgain: 'Noch einmal versuchen',
  workHere: 'Auf diesem Rechner arbeiten',
  serverLater:
    'Inzwischen können Sie auf diesem Rechner arbeiten. Beim nächsten Start versucht {app} es wieder mit dem Server.',
  serverNoAddress:
    'Das ist keine Adresse eines Servers. Schreiben Sie Namen und Port, zum Beispiel team.example:4717.',
  serverNoAuthority:
    'Die Datei enthält kein Zertifikat im PEM-Format. Wählen Sie die Datei der Zertifizierungsstelle des Servers.',
  serverOtherAuthority:
    'Das Zertifikat von {host} ist nicht von dieser Zertifizierungsstelle. Wählen Sie eine andere Datei, oder lassen Sie sie weg und vergleichen Sie den Fingerabdruck.',
  serverNoKeychain:
    'Der Schlüssel wurde nicht gespeichert: Dieses System hat keinen Schlüsselbund, der ihn geheim hält. Entsperren oder installieren Sie einen, oder starten Sie {app} mit dem Schlüssel in INTERLINEAR_SERVER_KEY.',
  serverKeyLost:
    'Der Schlüsselbund gibt den Schlüssel von {host} nicht heraus. Entsperren Sie ihn und versuchen Sie es noch einmal, oder arbeiten Sie auf diesem Rechner und verbinden Sie sich neu.',
  serverExpired: 'Das Zertifikat von {host} ist am {date} abgelaufen. Der Administrator muss es erneuern.',
  serverEarly: 'Das Zertifikat von {host} gilt erst ab {date}. Prüfen Sie die Uhr dieses Rechners.',
  serverOtherName:
    'Das Zertifikat von {host} ist für einen anderen Namen ({names}). Verbinden Sie sich mit dem Namen, für den es ausgestellt ist.',
  serverUnknown:
    'Dieser Rechner vertraut der Zertifizierungsstelle von {host} nicht mehr. Fragen Sie den Administrator, was sich geändert hat, und verbinden Sie sich neu.',
  serverChanged:
    'Das Zertifikat von {host} ist nicht das, das Sie bestätigt haben. Fragen Sie den Administrator, ob es erneuert wurde; wenn ja, verbinden Sie sich neu und vergleichen Sie.',
  serverNotFound: 'Kein Rechner heißt {name}. Prüfen Sie Adresse und Netzwerk.',
  serverSilent: 'Unter {host} antwortet nichts. Prüfen Sie Adresse und Netzwerk, und ob der Server läuft.',
  serverNoTls:
    'Das Programm unter {host} spricht kein TLS. Prüfen Sie den Port, und ob der Server mit einem Zertifikat gestartet wurde.',
  serverStopped: '{host} antwortet nicht mehr. Versuchen Sie es noch einmal.',
  serverForeign: 'Das Programm unter {host} ist nicht Interlinear. Prüfen Sie Adresse und Port.',
  serverKey: 'Der Server {host} kennt diesen Schlüssel nicht. Bitten Sie den Administrator um einen neuen.',
  serverName:
    'Der Server antwortet nicht auf den Namen {name}. Der Administrator muss ihn mit --allowed-host {name} starten.',
  serverVersion:
    'Auf {host} läuft Version {theirs}, dieses Programm ist Version {ours}. Installieren Sie die Version des Servers.',
  serverFailing:
    '{host} antwortet mit einem Fehler ({status}). Versuchen Sie es später, oder fragen Sie den Administrator.',

  batch: 'Ein Stapel',
  jobDone: '{name} ist übersetzt',
  jobFailed: '{name} wurde nicht übersetzt',
  fromTo: 'Von {from} nach {to}',
  jobsDone: '{n} Auftrag ist fertig | {n} Aufträge sind fertig',
  jobsFailed: '{n} Auftrag ist fehlgeschlagen | {n} Aufträge sind fehlgeschlagen',

  jobsRunning: '{n} Auftrag läuft noch. | {n} Aufträge laufen noch.',
  jobsGoOn: 'Nichts geht verloren: Sie gehen dort weiter, wo sie sind, sobald {app} wieder gestartet wird.',
  filesUnsent: '{n} Datei ist noch nicht gesendet. | {n} Dateien sind noch nicht gesendet.',
  filesLost: 'Dateien, die nicht gesendet sind, müssen erneut abgelegt werden.',
  onlyJobsGoOn: 'Laufende Aufträge gehen dort weiter, wo sie sind, sobald {app} wieder gestartet wird.',
  quitNow: 'Jetzt beenden',
  keepWorking: 'Weiterarbeiten',

  pageGoneAgain: 'Das Fenster ist innerhalb einer Minute zweimal stehen geblieben.',
  pageNotLoaded: 'Die Seite des Fensters konnte nicht geladen werden.',
  pageNotLoadedWhy: 'Der Dienst hat sie nicht geschickt: {reason}.',
  pageHangs: 'Das Fenster reagiert nicht.',
  runningGoOn: 'Laufende Aufträge gehen in jedem Fall weiter.',
  loadAgain: 'Neu laden',
  close: 'Schließen',
  wait: 'Warten',
  goneEnded: 'Sein Prozess hat sich beendet.',
  goneError: 'Sein Prozess hat sich mit einem Fehler beendet.',
  goneKilled: 'Sein Prozess wurde von außen beendet.',
  goneCrashed: 'Sein Prozess ist abgestürzt.',
  goneMemory: 'Seinem Prozess ging der Speicher aus.',
  goneNotStarted: 'Sein Prozess konnte nicht gestartet werden.',
  goneNotSigned: 'Sein Prozess wurde abgewiesen: Sein Code ist nicht der signierte.',
  goneEvicted: 'Sein Prozess wurde beendet, um Speicher freizugeben.',
  goneOtherwise: 'Sein Prozess ist nicht mehr da ({reason}).',
};
